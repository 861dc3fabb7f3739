/** The path that Rails expects a constant in: `Admin::HTMLPage` is in `admin/html_page.rb`; without the extension. */
export function underscored(name: string): string {
  return name
    .replaceAll('::', '/')
    .replace(/([A-Z]+)(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])/g, '$1$2_')
    .toLowerCase();
}

/** The constant that Rails expects in a path without its extension, where no setting names acronyms: `Admin::HtmlPage`. */
export function camelized(path: string): string {
  return path
    .replaceAll('/', '::')
    .replace(/(?<![a-z\d])[a-z]|_[a-z\d]/g, (found) => found.replace('_', '').toUpperCase());
}
