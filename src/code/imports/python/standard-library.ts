/**
 * Top-level modules of Python's standard library, those included that newer versions have dropped, so that old code is
 * read right. Source: `sys.stdlib_module_names` of Python 3.11, the changes of 3.12 to 3.14.
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
zlib zoneinfo`.split(/\s+/),
);

/**
 * Modules that only Python 2 had, or that went with Python 3.9: what is called so and is not in the project is no package
 * of others. Source: Python 2.7, "Global Module Index".
 */
export const PYTHON_2_STANDARD: ReadonlySet<string> = new Set(
  `BaseHTTPServer CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser Queue SimpleHTTPServer
SimpleXMLRPCServer SocketServer StringIO Tkinter UserDict UserList UserString __builtin__ _dummy_thread _winreg
anydbm cPickle cStringIO cookielib copy_reg dummy_thread dummy_threading htmlentitydefs httplib robotparser
sgmllib thread tkFileDialog tkMessageBox urllib2 urlparse whichdb xmlrpclib`.split(/\s+/),
);
