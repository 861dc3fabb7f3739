/**
 * Top-level modules of Python's standard library, those included that are its own business (`_string`), and that newer
 * versions have dropped, so that old code is read right. Source: `sys.stdlib_module_names` of Python 3.11, the changes of 3.12 to 3.14.
 */
export const PYTHON_STANDARD: ReadonlySet<string> = new Set(
  `__future__ __main__ _thread _typeshed abc aifc annotationlib antigravity argparse array ast asynchat asyncio
asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath
cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib
contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest
email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib
imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib
nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes
pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc
pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select
selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys
sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token
tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu
uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport
zlib zoneinfo
_abc _aix_support _android_support _apple_support _ast _ast_unparse _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs
_codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _colorize
_compat_pickle _compression _contextvars _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree
_frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib _heapq _hmac _imp _interpchannels _interpqueues
_interpreters _io _ios_support _json _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing _opcode
_opcode_metadata _operator _osx_support _overlapped _pickle _posixshmem _posixsubprocess _py_abc _py_warnings
_pydatetime _pydecimal _pyio _pylong _pyrepl _queue _random _remote_debugging _scproxy _sha1 _sha2 _sha256 _sha3 _sha512
_signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _suggestions _symtable
_sysconfig _threading_local _tkinter _tokenize _tracemalloc _types _typing _uuid _warnings _weakref _weakrefset _winapi
_wmi _zoneinfo _zstd`.split(/\s+/),
);

/**
 * Modules that only Python 2 had, or that went with Python 3.9: what is called so and is not in the project is no package
 * of others. Source: Python 2.7, "Global Module Index".
 */
export const PYTHON_2_STANDARD: ReadonlySet<string> = new Set(
  `BaseHTTPServer Bastion CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser MimeWriter Queue ScrolledText
SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tix Tkinter UserDict UserList UserString __builtin__
_dummy_thread _winreg anydbm bsddb cPickle cStringIO cookielib copy_reg dbhash dircache dumbdbm dummy_thread
dummy_threading fpformat future_builtins gdbm hotshot htmlentitydefs htmllib httplib ihooks imputil md5 mhlib
mimetools mimify multifile popen2 posixfile rexec rfc822 robotparser sets sgmllib sha statvfs stringold thread
tkColorChooser tkCommonDialog tkFileDialog tkFont tkMessageBox tkSimpleDialog urllib2 urlparse whichdb xmllib
xmlrpclib`.split(/\s+/),
);
