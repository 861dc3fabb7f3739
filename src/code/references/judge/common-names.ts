import type { Family } from '../code-file.ts';

/**
 * Methods that the standard libraries of the scanned languages have, too: `.resolve(` is a promise's more often than
 * anybody's own. They count only where the test names their type as well.
 */
const COMMON = new Set(
  (
    'add all any append apply at begin bind build bytes call catch charAt clear clone close collect concat contains copy count create ' +
    'cycle default delete destroy done drop each emit empty end endsWith entries equals err error every exec execute exists exit ' +
    'expect extend fetch fill filter finally find findIndex first flat flatMap flush fmt fold forEach format from from_str get ' +
    'getName getValue group has hash hashCode head headers id includes index indexOf init insert into is_empty is_some is_none isEmpty ' +
    'items iter join key keys kind last len length list listen load lock log map match max merge min name new next now of ok on once ' +
    'open options parse path peek pipe pop post prepend print process push put query range read ready recv redirect reduce reject ' +
    'remove render replace request reset resolve response reverse run save search seek select send set setName setValue shift size ' +
    'skip slice some sort source splice split start startsWith stat status stop strip sub substring sum sync take tap test text then ' +
    'title to_owned to_string toArray toJSON toLowerCase toString toUpperCase trim type unwrap update use val value valueOf values ' +
    'version wait with write'
  ).split(' '),
);

/** Whether a method's name is one that a library is likely to have. */
export function isCommonName(name: string): boolean {
  return COMMON.has(name);
}

/**
 * Members that values of the platform have which scripts meet everywhere: requests, responses, addresses, streams, events,
 * elements and errors. Sources: WHATWG Fetch, URL, Streams, DOM and HTML; Node.js, `http`; ECMAScript, "Error Objects".
 */
const OF_PLATFORM = new Set(
  (
    'aborted altKey appendChild arrayBuffer back blob blur body bodyUsed byteLength cancel cause childNodes classList className ' +
    'clientX clientY closest contentType cookie ctrlKey currentTarget dataset defaultPrevented desiredSize enqueue firstChild focus ' +
    'formData forward getAttribute getHeader getReader getSetCookie getWriter go hasAttribute hash headersSent host hostname href ' +
    'innerHTML innerText lastChild localeCompare location message metaKey method nodeName nodeType ok origin padEnd padStart ' +
    'parentElement parentNode pathname pipeThrough pipeTo port preventDefault protocol pushState querySelector querySelectorAll ' +
    'readable reason redirected referrer releaseLock removeAttribute removeChild removeHeader replaceState scrollIntoView scrollTo ' +
    'scrollX scrollY searchParams setAttribute setHeader shiftKey signal stack statusCode statusMessage statusText ' +
    'stopImmediatePropagation stopPropagation submit submitter tagName target tee textContent throwIfAborted toReversed toSorted ' +
    'toSpliced username writable writeHead'
  ).split(' '),
);

/**
 * Methods that values have which programs of Go meet everywhere: files, connections, requests, contexts, times, hashes,
 * reflection, tests and loggers. Sources: pkg.go.dev/std; go.uber.org/zap, `Logger` and `SugaredLogger`.
 */
const OF_GO = new Set(
  (
    'Abs Accept Addr Addrs After Append Args Available Before Begin BeginTx BlockSize Bool Broadcast Buffered Bytes Call Cancel Chmod ' +
    'Cleanup Clone Close CloseIdleConnections Cmp Commit CompareAndSwap Conn ConnectionState Contains Context Convert Cookie Cookies ' +
    'Copy DPanic DPanicf DPanicw Date Day Deadline Debug DebugContext Debugf Debugln Debugw Decode Del Delete Dial DialContext Discard ' +
    'Do Done Duration Elem Enabled Encode Environ Equal Error ErrorContext Errorf Errorln Errorw Exec Execute ExecContext ExitCode ' +
    'Fail FailNow Failed Fatal Fatalf Fatalln Fatalw Fd Field Fields File Find Flush Format Glob Grow Handle HandleFunc Handler ' +
    'Has Header Helper Hijack Hostname Hour Hours Index Info InfoContext Infof Infoln Infow Init Int Interface IsAbs IsDir IsNil ' +
    'IsRegular IsValid IsZero Kill Kind Length Level Listen ListenAndServe Local LocalAddr Location Log Logf Lookup MarshalBinary ' +
    'MarshalJSON MarshalText Match MatchString Method Milliseconds Minutes ModTime Mode Month More Named Network Notify Open Output ' +
    'Panic Panicf Panicln Panicw Parse Parsed Password Peek Perm Pid Ping PingContext Port Prefix Prepare Print Printf Println Push ' +
    'Put Query QueryContext QueryRow RLock RUnlock Range ReadAt ReadByte ReadBytes ReadDir ReadFile ReadFrom ReadLine ReadRune ' +
    'ReadString Readdir Recv Release RemoteAddr Replace ReplaceAll Rollback Round RoundTrip RowsAffected Scan Second Seconds Send ' +
    'Serve ServeHTTP SetDeadline SetFlags SetOutput SetPrefix SetReadDeadline SetWriteDeadline Shutdown Sign Signal Size Skip Skipf ' +
    'Slice Split Stats Success Sugar Sum Sum32 Sum64 Sync Sys TempDir Temporary Text Timeout Token Trace Truncate TryLock Type UTC ' +
    'Uint UnixNano UnmarshalBinary UnmarshalJSON UnmarshalText Valid Values Var Verify Visit Warn WarnContext Warnf Warning Warningf ' +
    'Warnln Warnw With WithContext WithGroup WithOptions WriteAt WriteByte WriteHeader WriteRune WriteString WriteTo Year'
  ).split(' '),
);

const OF_PLATFORMS: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = { script: OF_PLATFORM, go: OF_GO };

/** Whether values that a program of a family is given by its platform have a member of this name. */
export function isOfPlatform(family: Family, name: string): boolean {
  return OF_PLATFORMS[family]?.has(name) === true;
}
