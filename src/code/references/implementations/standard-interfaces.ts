import type { AskedMethod } from './interface-methods.ts';
import { shapeOf, typesWritten } from './method-shapes.ts';

/** Interfaces of Go and its standard library that others embed the most, by import path and name. Source: pkg.go.dev/std. */
export const STANDARD_INTERFACES: Readonly<Record<string, ReadonlyMap<string, AskedMethod>>> = read({
  any: '',
  error: 'Error() string',
  'fmt.Stringer': 'String() string',
  'io.Reader': 'Read(p []byte) (n int, err error)',
  'io.Writer': 'Write(p []byte) (n int, err error)',
  'io.Closer': 'Close() error',
  'io.Seeker': 'Seek(offset int64, whence int) (int64, error)',
  'io.ReadCloser': 'io.Reader; io.Closer',
  'io.WriteCloser': 'io.Writer; io.Closer',
  'io.ReadWriter': 'io.Reader; io.Writer',
  'io.ReadWriteCloser': 'io.Reader; io.Writer; io.Closer',
  'io.ReadSeeker': 'io.Reader; io.Seeker',
  'io.ReadSeekCloser': 'io.Reader; io.Seeker; io.Closer',
  'io.WriteSeeker': 'io.Writer; io.Seeker',
  'io.ReadWriteSeeker': 'io.Reader; io.Writer; io.Seeker',
  'io.ReaderAt': 'ReadAt(p []byte, off int64) (n int, err error)',
  'io.WriterAt': 'WriteAt(p []byte, off int64) (n int, err error)',
  'io.ReaderFrom': 'ReadFrom(r io.Reader) (n int64, err error)',
  'io.WriterTo': 'WriteTo(w io.Writer) (n int64, err error)',
  'io.ByteReader': 'ReadByte() (byte, error)',
  'io.StringWriter': 'WriteString(s string) (n int, err error)',
  'sort.Interface': 'Len() int; Less(i, j int) bool; Swap(i, j int)',
  'container/heap.Interface': 'sort.Interface; Push(x any); Pop() any',
  'sync.Locker': 'Lock(); Unlock()',
  'context.Context':
    'Deadline() (deadline time.Time, ok bool); Done() <-chan struct{}; Err() error; Value(key any) any',
  'hash.Hash': 'io.Writer; Sum(b []byte) []byte; Reset(); Size() int; BlockSize() int',
  'net.Addr': 'Network() string; String() string',
  'net.Conn':
    'io.Reader; io.Writer; io.Closer; LocalAddr() net.Addr; RemoteAddr() net.Addr; SetDeadline(t time.Time) error; SetReadDeadline(t time.Time) error; SetWriteDeadline(t time.Time) error',
  'net.Listener': 'Accept() (net.Conn, error); Close() error; Addr() net.Addr',
  'net/http.Handler': 'ServeHTTP(http.ResponseWriter, *http.Request)',
  'net/http.ResponseWriter': 'Header() http.Header; Write([]byte) (int, error); WriteHeader(statusCode int)',
  'net/http.RoundTripper': 'RoundTrip(*http.Request) (*http.Response, error)',
  'net/http.Flusher': 'Flush()',
  'net/http.Hijacker': 'Hijack() (net.Conn, *bufio.ReadWriter, error)',
  'encoding/json.Marshaler': 'MarshalJSON() ([]byte, error)',
  'encoding/json.Unmarshaler': 'UnmarshalJSON([]byte) error',
  'encoding.TextMarshaler': 'MarshalText() (text []byte, err error)',
  'encoding.TextUnmarshaler': 'UnmarshalText(text []byte) error',
  'database/sql.Scanner': 'Scan(src any) error',
  'flag.Value': 'String() string; Set(string) error',
});

/** Methods as they stand in the source, and what is embedded by its name, between semicolons. */
function read(written: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlyMap<string, AskedMethod>>> {
  const methodsOf = (body: string): readonly (readonly [string, AskedMethod])[] =>
    body
      .split('; ')
      .filter((element) => element !== '')
      .flatMap((element) => {
        const open = element.indexOf('(');
        if (open === -1) return methodsOf(written[element] ?? '');
        const head = element.slice(open);
        // None of these types is the project's.
        return [[element.slice(0, open), { shape: shapeOf(head), types: typesWritten(head).map(() => null) }]] as const;
      });
  return Object.fromEntries(Object.entries(written).map(([name, body]) => [name, new Map(methodsOf(body))]));
}
