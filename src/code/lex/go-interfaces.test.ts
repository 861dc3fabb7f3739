import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(text: string): string[] {
  const language = languageOf('a.go');
  if (!language) throw new Error('no language for Go');
  return scanSymbols(language, text).map(
    ({ path, startLine, line, endLine, depth, signature }) =>
      `${startLine}/${line}-${endLine} ${depth} ${path}: ${signature}`,
  );
}

test('the methods of an interface of Go are its symbols, and what it embeds is none', () => {
  const text = `package a

type Reader interface {
	io.Closer
	Other
	// Read fills p.
	// At the end it says so.
	Read(p []byte) (n int, err error)

	Walk(
		from string,
		visit func(name string) error,
	) (interface{}, error) // ends here
	Any() interface{}
	Set() map[string]struct{}
	Last(x interface {
		Inner()
	}) chan<- int
}

type (
	Number interface {
		~int | ~func(int) bool
		func(string) | chan (int)
		Grösse() int
	}
	Plain struct {
		Call func()
		field (int)
	}
)

func use(x Reader) {
	Read(nil)
	var y interface {
		Nobody()
	}
}
`;
  expect(scan(text)).toEqual([
    '3/3-19 0 Reader: type Reader interface',
    '6/8-8 1 Reader/Read: Read(p []byte) (n int, err error)',
    '10/10-13 1 Reader/Walk: Walk( from string, visit func(name string) error, ) (interface{}, error)',
    '14/14-14 1 Reader/Any: Any() interface{}',
    '15/15-15 1 Reader/Set: Set() map[string]struct{}',
    '16/16-18 1 Reader/Last: Last(x interface { Inner() }) chan<- int',
    '22/22-26 0 Number: Number interface',
    '25/25-25 1 Number/Grösse: Grösse() int',
    '27/27-30 0 Plain: Plain struct',
    '33/33-38 0 use: func use(x Reader)',
  ]);
});

test('an interface of Go on one line has its methods, too', () => {
  const text = `package a

type Set[T any] interface{ Add(x T) (bool, interface{}); Other; Len() int }
type None interface{}
type Alias = interface { Close() error }
type (
	In interface{ Do(func(a, b int) struct{}) }
	Row []interface{ Not() }
)

func f(x interface{ Not() }) {}
func g() {}
`;
  expect(scan(text)).toEqual([
    '3/3-3 0 Set: type Set[T any] interface',
    '3/3-3 1 Set/Add: Add(x T) (bool, interface{})',
    '3/3-3 1 Set/Len: Len() int',
    '4/4-4 0 None: type None interface',
    '5/5-5 0 Alias: type Alias = interface',
    '5/5-5 1 Alias/Close: Close() error',
    '7/7-7 0 In: In interface',
    '7/7-7 1 In/Do: Do(func(a, b int) struct{})',
    '8/8-8 0 Row: Row []interface',
    '11/11-11 0 f: func f(x interface{ Not() })',
    '12/12-12 0 g: func g()',
  ]);
});
