import { isStandardModule } from '../swift/standard-modules.ts';

/** Headers of the standard libraries, of POSIX and of the usual systems. Sources: C17 §7, C++23 "Library headers", POSIX.1-2017 "Headers". */
const STANDARD = new Set(
  [
    'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic',
    'stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype',
    'aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm net/if',
    'netdb netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings stropts sys/ipc',
    'sys/mman sys/msg sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times',
    'sys/types sys/uio sys/un sys/utsname sys/wait syslog tar termios trace ulimit unistd utime utmpx wordexp',
    'windows winsock2 ws2tcpip winsock io intrin direct process tchar winapifamily winbase windef winnt shlobj psapi objbase',
    'sys/syscall sys/sysctl sys/event sys/queue sys/cdefs sys/prctl sys/sysinfo sys/auxv sys/sendfile sys/random sys/timeb',
    'mach/mach mach/mach_time mach-o/dyld TargetConditionals Availability AvailabilityMacros xlocale execinfo features',
    'immintrin emmintrin xmmintrin smmintrin nmmintrin tmmintrin pmmintrin wmmintrin x86intrin arm_neon arm_acle cpuid',
    'byteswap err error mntent paths pty resolv sysexits ifaddrs link elf nl_types netinet/ip netinet/ip_icmp net/ethernet',
    'sys/ioctl sys/param sys/epoll sys/eventfd sys/inotify sys/file malloc alloca getopt endian',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `${name}.h`)
    .concat(
      [
        'algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes',
        'ciso646 climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstdbool',
        'cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution expected',
        'filesystem flat_map flat_set format forward_list fstream functional future generator initializer_list iomanip ios',
        'iosfwd iostream istream iterator latch limits list locale map mdspan memory memory_resource mutex new numbers numeric',
        'optional ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location',
        'span spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream',
        'syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray',
        'variant vector version',
      ]
        .join(' ')
        .split(' '),
    ),
);

/** Whether a header belongs to a standard library or to POSIX: no file of the project is meant by its name in angles. */
export function isStandardHeader(path: string): boolean {
  return STANDARD.has(path) || /^(?:linux|asm|asm-generic)\/[\w/-]+\.h$/.test(path);
}

/** Further headers of compilers and of Windows. Sources: the SDKs of Windows and Apple, GCC, Clang. */
const SYSTEM = new Set(
  [
    'cxxabi unwind crtdbg crt_externs conio corecrt wincrypt winerror winuser winreg winnls winsvc winioctl wingdi',
    'wininet winver wtypes mswsock iphlpapi ws2ipdef in6addr mstcpip synchapi fileapi handleapi minwindef sdkddkver',
    'sysinfoapi processthreadsapi errhandlingapi versionhelpers tlhelp32 dbghelp shellapi shlwapi',
    'ammintrin arm64intr arm64_neon arm_sve altivec',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `${name}.h`),
);

/** Of GCC's and Clang's C++ library `bits/stdc++.h`, `tr1/memory` and `ext/hash_map`, too. */
const SYSTEM_FOLDER =
  /^(?:(?:linux|asm|asm-generic|sys|machine|mach|mach-o|libkern|android)\/[\w/.+-]+\.h|bits\/[\w/.+-]+|(?:tr1|experimental|ext)\/\w+)$/;

/** Whether a header that is no file of the project is a standard one, a system's or a compiler's. */
export function isSystemHeader(path: string): boolean {
  const name = path.toLowerCase();
  // `Foundation/Foundation.h`, by which a framework of Apple's is named as a whole.
  const [, framework, header] = /^(\w+)\/(\w+)\.h$/.exec(path) ?? [];
  if (framework !== undefined && framework === header && isStandardModule(framework)) return true;
  // File systems of Windows do not tell `Windows.h` from `windows.h`.
  return isStandardHeader(path) || isStandardHeader(name) || SYSTEM.has(name) || SYSTEM_FOLDER.test(path);
}
