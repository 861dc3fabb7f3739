import { childOf, descendants, type XmlElement } from '../../formats/xml.ts';

/**
 * Namespaces that a project has every file use when it says `ImplicitUsings`, by its SDK.
 * Source: .NET, "MSBuild reference for .NET SDK projects", `ImplicitUsings`.
 */
const BASE = [
  'System',
  'System.Collections.Generic',
  'System.IO',
  'System.Linq',
  'System.Net.Http',
  'System.Threading',
  'System.Threading.Tasks',
];
const WORKER = [
  'Microsoft.Extensions.Configuration',
  'Microsoft.Extensions.DependencyInjection',
  'Microsoft.Extensions.Hosting',
  'Microsoft.Extensions.Logging',
];
const WEB = [
  'System.Net.Http.Json',
  'Microsoft.AspNetCore.Builder',
  'Microsoft.AspNetCore.Hosting',
  'Microsoft.AspNetCore.Http',
  'Microsoft.AspNetCore.Routing',
  ...WORKER,
];
const MORE: ReadonlyMap<string, readonly string[]> = new Map([
  ['Web', WEB],
  ['Worker', WORKER],
]);
/** Those that WPF takes away, by the same source. */
const NOT_WPF = ['System.IO', 'System.Net.Http'];

/** What a project file, or settings for several, say of implicit usings. */
export interface ImplicitUsings {
  /** Undefined where nothing is said; false where it depends on a condition as well. */
  readonly isOn: boolean | undefined;
  /** Namespaces that are taken away, be it under a condition. */
  readonly removed: readonly string[];
}

/** Reads it from the root of a file. */
export function readImplicitUsings(root: XmlElement): ImplicitUsings {
  const all = descendants(root, 'ImplicitUsings');
  const plain = root.children
    .filter(({ name, attributes }) => name === 'PropertyGroup' && !attributes.has('Condition'))
    .flatMap((group) => group.children.filter(({ name, attributes }) => isPlain(name, attributes)));
  const isOn = all.length === plain.length ? /^(?:true|enable)$/i.test(plain.at(-1)?.text.trim() ?? '') : false;
  const removed = descendants(root, 'Using').flatMap(({ attributes }) => (attributes.get('Remove') ?? '').split(';'));
  const wpf = descendants(root, 'UseWPF').length > 0 ? NOT_WPF : [];
  return { isOn: all.length === 0 ? undefined : isOn, removed: [...removed.map((one) => one.trim()), ...wpf] };
}

function isPlain(name: string, attributes: XmlElement['attributes']): boolean {
  return name === 'ImplicitUsings' && !attributes.has('Condition');
}

/** The namespaces of a project; `shared` is what the settings above it say, which its own go before. */
export function implicitNamespaces(root: XmlElement, shared: ImplicitUsings | null): readonly string[] {
  const own = readImplicitUsings(root);
  if ((own.isOn ?? shared?.isOn) !== true) return [];
  const sdk = root.attributes.get('Sdk') ?? childOf(root, 'Sdk')?.attributes.get('Name') ?? '';
  const match = /^Microsoft\.NET\.Sdk(?:\.(\w+))?(?:\/|$)/.exec(sdk);
  if (match === null) return [];
  const more = MORE.get(match[1] ?? '') ?? [];
  const removed = new Set([...own.removed, ...(shared?.removed ?? [])]);
  return [...BASE, ...more].filter((one) => !removed.has(one));
}
