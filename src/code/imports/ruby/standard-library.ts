/** Libraries that come with Ruby, its bundled gems included. Source: Ruby 3.4, "Standard Library". */
const STANDARD = new Set(
  (
    'abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate digest drb English erb error_highlight etc ' +
    'expect fcntl fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m ' +
    'net observer open-uri open3 openssl optparse ostruct pathname pp prettyprint prime prism pstore psych pty racc rake ' +
    'random rbconfig rdoc readline reline resolv resolv-replace rinda ripper rss ruby2_keywords rubygems securerandom set ' +
    'shellwords singleton socket stringio strscan syntax_suggest syslog tempfile test time timeout tmpdir tsort un unicode_normalize ' +
    'uri weakref win32ole yaml zlib digest objspace thread io-console nkf debug continuation fiber etc'
  ).split(' '),
);

/** Whether what is required comes with Ruby. */
export function isStandardLibrary(path: string): boolean {
  return STANDARD.has(path.replace(/\/.*$/s, ''));
}
