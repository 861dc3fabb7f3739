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

/** Headers that a kernel has, too: C's for freestanding programs (C17 §4). */
const FREESTANDING = /^(?:float|iso646|limits|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdnoreturn)\.h$/;

/** Whether a header belongs to a standard library or to POSIX: no file of the project is meant by its name in angles. */
export function isStandardHeader(path: string): boolean {
  return STANDARD.has(path);
}

/** Whether only programs that an operating system runs include a header, and so no part of one. */
export function isHostedHeader(path: string): boolean {
  return STANDARD.has(path) && !FREESTANDING.test(path);
}

/** Whether a header is called as one of Linux is, which systems install and Linux, libraries and tools have themselves. */
export function isLinuxHeader(path: string): boolean {
  return /^(?:linux|asm|asm-generic)\/[\w/-]+\.h$/.test(path);
}

/** Further headers of compilers and of systems, in small letters. */
const SYSTEM = new Set(
  [
    // GCC, "Headers" and "x86, ARM, PowerPC … intrinsics"; Clang, "Language Extensions".
    'cxxabi unwind ammintrin arm64intr arm64_neon arm_sve arm_sme arm_fp16 arm_bf16 arm_mve altivec mmintrin mm_malloc',
    'x86gprintrin wasm_simd128 riscv_vector lsxintrin lasxintrin htmintrin htmxlintrin s390intrin vecintrin gcov omp',
    // GNU C library, "Library Summary".
    'ar argp argz envz fstab fts gconv gnu-versions gshadow lastlog mcheck memory nlist nss obstack printf re_comp regexp',
    'libintl sgtty shadow stab stdc-predef stdio_ext syscall termio thread_db ttyent ucontext utmp values wait',
    // Windows SDK and Universal C Runtime.
    'crtdbg conio corecrt wincrypt winerror winuser winreg winnls winsvc winioctl wingdi wininet winhttp winver wtypes',
    'mswsock iphlpapi iptypes netioapi ws2ipdef ws2spi in6addr mstcpip synchapi fileapi handleapi minwindef minwinbase',
    'sdkddkver sysinfoapi processthreadsapi errhandlingapi versionhelpers tlhelp32 dbghelp shellapi shlwapi windowsx',
    'combaseapi commctrl commdlg objidl oleauto ole2 oaidl setupapi cfgmgr32 initguid guiddef winternl ntstatus dpapi',
    'wintrust softpub aclapi sddl lmcons lmerr userenv wtsapi32 evntrace evntprov mmsystem mmdeviceapi audioclient dwmapi',
    'uxtheme imagehlp profileapi memoryapi heapapi libloaderapi namedpipeapi securitybaseapi threadpoolapiset debugapi',
    'consoleapi stringapiset timezoneapi strsafe intsafe vcruntime specstrings comdef comutil atlbase delayimp powrprof sspi',
    'd3d9 d3d11 d3d12 dxgi mem processenv processtopologyapi systemtopologyapi interlockedapi ioapiset fibersapi jobapi',
    'jobapi2 wow64apiset consoleapi2 consoleapi3 datetimeapi realtimeapiset utilapiset ntsecapi ntdef',
    // Apple, headers of the SDKs that lie in no framework.
    'crt_externs libproc conditionalmacros assertmacros mactypes malloc/malloc',
    // FreeBSD and NetBSD, "Library Functions Manual"; AIX, HP-UX (aC++), Solaris, QNX Neutrino and Haiku, references of their libraries.
    'pthread_np malloc_np osreldate login_cap procinfo libperfstat odmi acxx_demangle kstat ucred devctl kernel/os',
    // Wind River VxWorks, "Kernel API Reference".
    'vxworks iolib iolibcommon ioslib tasklib taskhooklib semlib syslib msgqlib wdlib ticklib intlib loglib socklib symlib',
    'kernellib vxlib hostlib inetlib iflib routelib selectlib siglib usrlib rebootlib memlib mempartlib fiolib dosfslib',
    'pipedrv rtplib sdlib errnolib envlib cachelib lstlib rnglib',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `${name}.h`),
);

/** What GCC's C++ library adds of its own, with an ending. Source: libstdc++, "Headers", Extensions. */
const EXTENSIONS =
  'alloc_traits|aligned_buffer|atomicity|bitmap_allocator|cast|codecvt_specializations|concurrence|debug_allocator|' +
  'enc_filebuf|extptr_allocator|malloc_allocator|mt_allocator|new_allocator|numeric_traits|pod_char_traits|pointer|' +
  'pool_allocator|rc_string_base|ropeimpl|sso_string_base|stdio_filebuf|stdio_sync_filebuf|string_conversions|' +
  'throw_allocator|type_traits|typelist|vstring|vstring_fwd|vstring_util';

/** Folders of Apple's frameworks whose names nobody else has. */
const FRAMEWORKS =
  'CoreFoundation|CoreServices|CoreGraphics|CoreAudio|CoreMIDI|CoreText|CoreVideo|CommonCrypto|IOKit|' +
  'SystemConfiguration|ApplicationServices|AudioToolbox|AudioUnit|Carbon|Cocoa|AppKit|UIKit';

/** Of GCC's and Clang's C++ library `bits/stdc++.h`, `tr1/memory` and `ext/hash_map`, too. */
const SYSTEM_FOLDER = new RegExp(
  [
    '^(?:(?:linux|asm|asm-generic|sys|machine|mach|mach-o|libkern|objc|android|netinet|arpa|sanitizer|zircon)/[\\w/.+-]+\\.h',
    `bits/[\\w/.+-]+|(?:tr1|tr2|experimental|ext)/\\w+|ext/(?:${EXTENSIONS})\\.h|ext/pb_ds/\\w+\\.hpp`,
    'net/(?:bpf|if_\\w+|pfvar|ppp_defs|route)\\.h|vm/(?:vm|pmap|vm_\\w+)\\.h|os/(?:lock|log|signpost|activity|trace)\\.h',
    `lib/(?:zx|fdio)/\\w+\\.h|(?:${FRAMEWORKS})/\\w+\\.h)$`,
  ].join('|'),
);

/** Whether a header that is no file of the project is a standard one, a system's or a compiler's. */
export function isSystemHeader(path: string): boolean {
  const name = path.toLowerCase();
  // `Foundation/Foundation.h`, by which a framework of Apple's is named as a whole.
  const [, framework, header] = /^(\w+)\/(\w+)\.h$/.exec(path) ?? [];
  if (framework !== undefined && framework === header && isStandardModule(framework)) return true;
  // File systems of Windows do not tell `Windows.h` from `windows.h`.
  return isStandardHeader(path) || isStandardHeader(name) || SYSTEM.has(name) || SYSTEM_FOLDER.test(path);
}
