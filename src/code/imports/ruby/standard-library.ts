/** Libraries that come with Ruby, its bundled gems included. Source: Ruby 3.4, "Standard Library". */
const STANDARD = new Set(
  (
    'abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date debug delegate did_you_mean digest drb ' +
    'English erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable getoptlong io-console ipaddr irb ' +
    'json kconv logger matrix minitest mkmf monitor mutex_m nkf objspace observer open-uri open3 openssl optparse ostruct ' +
    'pathname pp prettyprint prime prism pstore psych pty racc rake random rbconfig rdoc readline reline resolv ' +
    'resolv-replace rexml rinda ripper rss ruby2_keywords rubygems securerandom set shellwords singleton socket stringio ' +
    'strscan syntax_suggest syslog tempfile thread time timeout tmpdir tsort un unicode_normalize uri weakref win32ole ' +
    'yaml zlib'
  ).split(' '),
);

/** Folders that gems of others share with Ruby, with what in them is Ruby's: `net/ssh` is a gem, `net/http` is none. */
const SHARED: ReadonlyMap<string, RegExp> = new Map([
  ['io', /^(?:console|nonblock|wait)(?:\/|$)/],
  ['net', /^(?:ftp|http|https|imap|pop|protocol|smtp|telnet)(?:\/|$)/],
  ['test', /^unit(?:\/|$)/],
  ['win32', /^(?:importer|registry|resolv|sspi)(?:\/|$)/],
]);

/** Whether what is required comes with Ruby. */
export function isStandardLibrary(path: string): boolean {
  const [first = '', inner = ''] = partsOf(path);
  return STANDARD.has(first) || SHARED.get(first)?.test(inner) === true;
}

/** Whether a path begins in a folder of several gems, so that its first part names none. */
export function isSharedFolder(path: string): boolean {
  const [first = '', inner = ''] = partsOf(path);
  return inner !== '' && SHARED.has(first);
}

function partsOf(path: string): readonly string[] {
  const at = path.indexOf('/');
  return at === -1 ? [path] : [path.slice(0, at), path.slice(at + 1)];
}
