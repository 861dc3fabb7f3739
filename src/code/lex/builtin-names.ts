import type { ScannedLanguage } from './lex-rules.ts';

/** What a language gives every file without an import. */
interface Builtins {
  /** Types and functions that stand by themselves. */
  readonly globals: ReadonlySet<string>;
  /** Members of its own types, as they are called on any value. */
  readonly members: ReadonlySet<string>;
}

/** Whether a name that stands by itself means something of the language wherever nothing else is imported. */
export function isGlobalOfLanguage(scanner: ScannedLanguage, name: string): boolean {
  return BUILTINS[scanner]?.globals.has(name) ?? false;
}

/** Whether a value of the language's own types has a member of this name. */
export function isMemberOfLanguage(scanner: ScannedLanguage, name: string): boolean {
  return BUILTINS[scanner]?.members.has(name) ?? false;
}

/** Whether any value at all has a member of this name, so that a call of it says nothing of whose it is. */
export function isMemberOfAll(scanner: ScannedLanguage, name: string): boolean {
  return OF_ALL[scanner]?.has(name) ?? false;
}

const builtins = (globals: string, members: string): Builtins => ({
  globals: new Set(globals.split(' ')),
  members: new Set(members.split(' ')),
});

// Sources: ECMAScript, "Global Object", and what Node.js and browsers add; their prototypes' members.
const SCRIPT = builtins(
  'AbortController AbortSignal Array ArrayBuffer BigInt Blob Boolean Buffer DataView Date Error Event EventTarget File FormData Function Headers Infinity Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReadableStream Reflect RegExp Request Response Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WebSocket XMLHttpRequest clearInterval clearTimeout console document exports fetch globalThis isFinite isNaN module parseFloat parseInt process queueMicrotask require setImmediate setInterval setTimeout structuredClone window default type',
  'abort add addEventListener addListener all any append apply assign at bind call catch charAt charCodeAt clear clone close concat constructor copyWithin create defineProperty delete destroy dispatchEvent emit end endsWith entries every exec fill filter finally find findIndex findLast flat flatMap flush forEach format freeze from get getAll getTime has hasOwnProperty includes indexOf is isArray join json key keys lastIndexOf length log map match matchAll next normalize now of off on once open parse pause pipe pop prepend prototype push read reduce reduceRight reject remove removeEventListener removeListener repeat replace replaceAll resolve resume return reverse search send set shift size slice some sort splice split startsWith stringify substring test text then throw toFixed toISOString toJSON toLocaleString toLowerCase toString toUpperCase trim trimEnd trimStart unshift update url value valueOf values warn write',
);

// Source: Python, "Built-in Functions", "Built-in Types".
const PYTHON = builtins(
  'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip match case type',
  'add append capitalize center clear close copy count decode difference discard encode endswith extend fileno find flush format fromkeys get group groups index insert intersection isalnum isalpha isdigit islower isspace isupper items join keys ljust lower lstrip match name partition pop popitem read readline readlines remove replace reverse rfind rjust rpartition rsplit rstrip run search seek send setdefault sort split splitlines start startswith strip sub swapcase tell throw title translate truncate union update upper value values write writelines zfill',
);

// Source: The Rust Standard Library, "Prelude" and the types that it speaks of most.
const RUST = builtins(
  'Arc AsMut AsRef BTreeMap BTreeSet Box Cell Clone Copy Cow Debug Default Display Drop Duration Eq Err Extend Fn FnMut FnOnce From FromIterator FromStr Hash HashMap HashSet Instant Into IntoIterator Iterator Mutex None Ok Option Ord Ordering OsStr OsString PartialEq PartialOrd Path PathBuf PhantomData Rc RefCell Result Send Some String Sync ToOwned ToString TryFrom TryInto Vec VecDeque Weak assert bool char cmp debug_assert drop env eprintln f32 f64 fmt format fs i32 i64 io iter main matches mem panic print println process ptr str std todo u16 u32 u64 u8 unimplemented unreachable usize vec write writeln',
  'all and_then any append args as_bytes as_deref as_mut as_path as_ref as_slice as_str borrow borrow_mut by_ref bytes chain chars clear clone cloned cmp collect concat contains contains_key copied count default deref display drain drop ends_with entry enumerate eq err exists expect extend file_name filter filter_map find first flat_map flatten flush fmt fold for_each from from_str get get_mut get_or_insert_with hash insert into into_iter into_owned is_dir is_empty is_err is_file is_none is_ok is_some iter iter_mut join keys last len lines lock map map_err matches max min ne new next next_back ok ok_or ok_or_else or_else or_insert or_insert_with parent parse partial_cmp peek pop position push push_str read read_to_string remove replace retain rev skip sort sort_by split starts_with strip_prefix strip_suffix sum take to_owned to_path_buf to_str to_string to_vec trim try_from try_into unwrap unwrap_or unwrap_or_default unwrap_or_else values with_capacity with_context context write write_all zip',
);

// Source: The Go Programming Language Specification, "Predeclared identifiers", and the interfaces of its library.
const GO = builtins(
  'any append bool byte cap clear close comparable complex complex64 complex128 copy delete error false float32 float64 imag init int int16 int32 int64 int8 iota len main make max min new nil panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr',
  'Add Bytes Cancel Close Done Err Error Get Is Key Len Less Load Lock Name New Next Now Read Reset Run Set Seek Stat Start Stop Store String Sub Swap Time Unix Unlock Unwrap Value Wait Write',
);

// Sources: java.lang, java.util; the standard libraries of Kotlin and Scala.
const JVM = builtins(
  'Any Array ArrayList Arrays Boolean Byte Char Character CharSequence Class Collection Collections Comparable Deprecated Double Either Enum Error Exception Field Float Function Future HashMap HashSet IllegalArgumentException IllegalStateException Int Integer Iterable Iterator Left LinkedHashMap List Long Map Math Method Nil None Nothing Number Object Objects Option Optional Ordering Override Pair Right RuntimeException Seq Set Short Some Stream String StringBuilder System Thread Throwable Try Tuple2 Type Unit Vector Void implicitly println require',
  'accept add addAll append apply asList call charAt clear close collect compare compareTo concat contains containsKey containsValue copy count endsWith entrySet equals exists filter find first flatMap flush fold foldLeft foldRight forEach foreach format get getClass getKey getName getOrElse getType getValue hasNext hash hashCode head identity indexOf insert intValue isDefined isEmpty iterator join keySet last length let list map mkString name next of or orElse parse peek put putAll read reduce remove replace reverse run set show size skip sort split start startsWith stream stop sub substring tail take toArray toInt toList toLowerCase toString toUpperCase trim value valueOf values write zip',
);

// Source: .NET, System, System.Collections.Generic and System.Linq.
const CSHARP = builtins(
  'Action Array Attribute Boolean Console Convert DateTime Dictionary Enum Enumerable Environment Exception Func Guid IDisposable IEnumerable IList Int32 List Math Nullable Object Path String StringBuilder Task Thread Tuple Type nameof',
  'Add AddRange All Any Append Cast Clear Close Compare CompareTo Concat Contains ContainsKey Copy Count Create Dispose Distinct Equals Except Find First FirstOrDefault Format GetHashCode GetType Get IndexOf Insert Invoke Join Key Last Length Max Min Name OrderBy Parse Read Remove Replace Reverse Select SelectMany Set Single SingleOrDefault Skip Sort Split StartsWith Substring Sum Take ToArray ToDictionary ToList ToLower ToString ToUpper Trim TryGetValue Type Union Value Where Write WriteLine Zip',
);

// Source: the Swift Standard Library.
const SWIFT = builtins(
  'Any Array Bool Character Codable Comparable Data Date Decodable Dictionary Double Encodable Equatable Error Float Hashable Identifiable Int Never Optional Range Result Sequence Set String Substring URL URLRequest URLResponse UUID Void assert fatalError print type',
  'add append cancel compactMap contains count dropFirst encode enumerated filter first flatMap forEach get hash index init insert isEmpty joined last lock map max min next reduce remove removeAll resume reversed rawValue sorted split start stop unlock value',
);

// Source: Ruby's documentation, Object, Kernel, Enumerable, Array, Hash and String.
const RUBY_MEMBERS =
  'abort add all any append attr_accessor attr_reader call capitalize chomp class clear close collect compact concat count default define_method delete detect dig downcase dup each each_with_index each_with_object empty encode end_with fetch filter find first flat_map flatten format freeze get gsub include inject inspect instance_variable_get is_a join key keys last length lines load map match max merge min name new open pop print push puts raise read reduce reject render replace require respond_to reverse run scan select send set shift size slice sort sort_by split start start_with strip sub sum tap then to_a to_h to_hash to_i to_json to_liquid to_proc to_s to_str to_sym uniq unshift upcase update value values warn write zip';

// Source: PHP Manual, predefined classes and the functions that stand in most files.
const PHP = builtins(
  'ArgumentCountError ArrayAccess ArrayIterator ArrayObject Attribute BackedEnum BadFunctionCallException BadMethodCallException Closure Countable DateInterval DatePeriod DateTime DateTimeImmutable DateTimeInterface DateTimeZone DivisionByZeroError DomainException Error ErrorException Exception Generator InvalidArgumentException Iterator IteratorAggregate JsonException JsonSerializable LengthException LogicException OutOfBoundsException OutOfRangeException OverflowException PDO PDOException RangeException ReflectionClass ReflectionException ReflectionMethod RuntimeException SplFileInfo SplObjectStorage SplQueue SplStack Stringable Throwable Traversable TypeError UnderflowException UnexpectedValueException UnitEnum ValueError WeakMap WeakReference array_filter array_key_exists array_keys array_map array_merge compact count date end explode implode in_array is_array is_null key reset sprintf strlen',
  'add all call close count current format get getCode getMessage has key next offsetGet read rewind set toArray valid write',
);

const BUILTINS: Readonly<Partial<Record<ScannedLanguage, Builtins>>> = {
  script: SCRIPT,
  python: PYTHON,
  rust: RUST,
  go: GO,
  java: JVM,
  kotlin: JVM,
  scala: JVM,
  csharp: CSHARP,
  swift: SWIFT,
  ruby: builtins('File', RUBY_MEMBERS),
  php: PHP,
};

// Sources: ECMAScript, "Properties of the Object Prototype Object"; java.lang.Object and kotlin.Any; .NET, System.Object;
// Ruby's documentation, Object and Kernel.
const OF_ALL: Readonly<Partial<Record<ScannedLanguage, ReadonlySet<string>>>> = {
  script: new Set(['constructor', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString', 'toString', 'valueOf']),
  java: new Set(['clone', 'equals', 'finalize', 'getClass', 'hashCode', 'toString']),
  kotlin: new Set(['equals', 'hashCode', 'toString']),
  scala: new Set(['equals', 'getClass', 'hashCode', 'toString']),
  csharp: new Set(['Equals', 'GetHashCode', 'GetType', 'ToString']),
  ruby: new Set(['class', 'dup', 'freeze', 'hash', 'inspect', 'to_s']),
};
