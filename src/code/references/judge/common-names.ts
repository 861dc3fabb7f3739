import { isMemberOfLanguage } from '../../lex/builtin-names.ts';
import type { CodeFile, Family } from '../code-file.ts';

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

/**
 * Methods that values of the standard library have which programs of Rust meet everywhere: iterators, texts, collections,
 * atomics, locks, cells, paths, files and wakers. Source: doc.rust-lang.org/std.
 */
const OF_RUST = new Set(
  (
    'accept ancestors and and_modify and_then as_bytes as_deref as_encoded_bytes as_fd as_millis as_mut as_mut_ptr as_nanos ' +
    'as_os_str as_path as_pin_mut as_ptr as_raw_fd as_raw_handle as_raw_socket as_ref as_secs as_secs_f64 as_slice as_str ' +
    'assume_init binary_search borrow borrow_mut canonicalize capacity cast cast_mut chain char_indices chars check checked_add ' +
    'checked_duration_since checked_sub chunks chunks_mut clone_from cloned cmp compact compare_exchange compare_exchange_weak ' +
    'components connect contains_key copied copy_from_slice copy_to dealloc debug_struct debug_tuple dedup dedup_by deref ' +
    'downcast_ref drain duration_since elapsed end_bound ends_with entry enumerate eq eq_ignore_ascii_case escape_default ' +
    'expect_err extend_from_slice extension fetch_add fetch_and fetch_max fetch_min fetch_or fetch_sub fetch_update file_name ' +
    'file_stem file_type fill_buf filter_map find_map finish finish_non_exhaustive first_mut flat_map flatten for_each front_mut ' +
    'fuse get_mut get_or_init get_or_insert get_or_insert_with get_ref get_unchecked get_unchecked_mut insert_str inspect_err ' +
    'into_boxed_slice into_bytes into_future into_inner into_iter into_mut into_os_string into_owned into_path_buf into_raw ' +
    'into_raw_fd into_string into_values into_vec is_absolute is_alphanumeric is_ascii_alphanumeric is_ascii_digit ' +
    'is_ascii_hexdigit is_digit is_dir is_err is_file is_finished is_ipv4 is_null is_ok is_ready is_some_and is_sorted is_symlink ' +
    'is_terminal is_whitespace is_zero iter_mut kill last_mut leading_zeros len_utf8 local_addr location map_err map_ok map_or ' +
    'map_or_else map_unchecked_mut map_while matches max_by_key metadata min_by_key modified next_back next_power_of_two nodelay ' +
    'notify_all notify_one nth offset offset_from ok_or ok_or_else or or_default or_else or_insert parent partial_cmp partition ' +
    'peek_from peer_addr permissions poll pop_back pop_front push_back push_front push_str raw_os_error read_dir read_exact ' +
    'read_line read_to_end read_to_string read_until read_vectored readonly recv_from recv_timeout remaining remove_entry ' +
    'replace_range reserve resize retain rev rfind rotate_right rsplit_once saturating_add saturating_duration_since ' +
    'saturating_sub send_to set_extension set_len set_nodelay set_nonblocking set_permissions set_readonly shrink_to ' +
    'shrink_to_fit shutdown size_hint skip_while sort_by sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key ' +
    'spare_capacity_mut spawn split_at split_first split_last split_once split_whitespace splitn start_bound starts_with store ' +
    'strip_prefix strip_suffix strong_count swap swap_remove sync_all sync_data take_error take_while then_some then_with ' +
    'timed_out to_ascii_lowercase to_bytes to_le_bytes to_lowercase to_os_string to_path_buf to_socket_addrs to_str ' +
    'to_string_lossy to_uppercase to_vec trailing_zeros transpose trim_end trim_end_matches trim_start_matches truncate try_clone ' +
    'try_exists try_into try_lock try_read try_recv try_reserve try_send try_wait try_with try_write unpark unwrap_err unwrap_or ' +
    'unwrap_or_default unwrap_or_else unwrap_unchecked unzip upgrade valid_up_to values_mut wait_timeout wait_while ' +
    'wait_with_output wake wake_by_ref weak_count will_wake with_borrow with_borrow_mut with_extension with_file_name ' +
    'wrapping_add wrapping_sub write_all write_char write_fmt write_i32 write_i8 write_str write_u16 write_u64 write_u8 ' +
    'write_vectored zip'
  ).split(' '),
);

/**
 * Functions that Kotlin adds to collections, texts and any value, which its programs meet everywhere. Source: kotlinlang.org,
 * `kotlin`, `kotlin.collections` and `kotlin.text`.
 */
const OF_KOTLIN = new Set(
  (
    'addAll also appendLine apply asIterable asSequence associate associateBy associateWith associateTo average chunked coerceAtLeast ' +
    'coerceAtMost coerceIn containsKey containsValue distinct distinctBy dropLast dropLastWhile dropWhile elementAt ' +
    'elementAtOrNull filterIsInstance filterKeys filterNot filterNotNull filterTo filterValues findLast firstNotNullOf ' +
    'firstNotNullOfOrNull firstOrNull flatMapTo flatten foldRight forEachIndexed getOrDefault getOrElse getOrNull getOrPut ' +
    'groupBy groupingBy ifBlank ifEmpty indexOfFirst indexOfLast intersect isBlank isNotBlank isNotEmpty isNullOrBlank ' +
    'isNullOrEmpty joinTo joinToString lastOrNull let lines lineSequence lowercase mapIndexed mapKeys mapNotNull mapNotNullTo ' +
    'mapTo mapValues maxBy maxByOrNull maxOf maxOfOrNull maxOrNull minBy minByOrNull minOf minOfOrNull minOrNull minus none ' +
    'onEach onEachIndexed orEmpty padEnd padStart plus putAll putIfAbsent removeAll removeIf removePrefix removeSuffix ' +
    'removeSurrounding replaceFirst retainAll reversed runCatching scan single singleOrNull sortBy sortDescending sorted ' +
    'sortedBy sortedByDescending sortedDescending sortedWith startsWith subList substringAfter substringAfterLast ' +
    'substringBefore substringBeforeLast subtract sumBy sumOf takeIf takeLast takeUnless takeWhile toBoolean toDouble toFloat ' +
    'toInt toIntOrNull toList toLong toLongOrNull toMap toMutableList toMutableMap toMutableSet toRegex toSet toSortedMap ' +
    'toSortedSet toTypedArray trimEnd trimIndent trimMargin trimStart union unzip uppercase use windowed withIndex zip zipWithNext'
  ).split(' '),
);

const OF_PLATFORMS: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = {
  script: OF_PLATFORM,
  go: OF_GO,
  rust: OF_RUST,
};

/** Whether values that a program is given by its language, its platform or anybody's library have a member of this name. */
export function mayBeOfLibrary({ family, scanner }: Pick<CodeFile, 'family' | 'scanner'>, name: string): boolean {
  if (scanner === 'kotlin' && OF_KOTLIN.has(name)) return true;
  return isCommonName(name) || isMemberOfLanguage(scanner, name) || OF_PLATFORMS[family]?.has(name) === true;
}
