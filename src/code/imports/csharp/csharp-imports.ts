import type { ImportLanguage } from '../import-language.ts';
import { nearest } from '../manifests.ts';
import type { TypeImport } from '../typed/facts.ts';
import { linkTypes } from '../typed/link.ts';
import { readGlobalUsings } from './global-usings.ts';
import { linkParts } from './link-parts.ts';
import { linkByProject, makeKnows, makeProjectOf } from './link-projects.ts';
import { type CsharpFacts, csharpMentions } from './mentions.ts';
import { makeNamedParts } from './named-parts.ts';
import { type CsProjects, readProjects } from './projects.ts';

/** Imports of C#: types by the namespaces that a file uses, and by its own. */
export const csharpImports: ImportLanguage<CsharpFacts> = {
  languages: ['csharp'],
  // Which file declares a type is known only from the files themselves.
  readsBeyondBase: true,
  extract: (_text, mask) => csharpMentions(mask),
  async link(input) {
    if (input.files.length === 0) return;
    const modules = await readProjects(input.project);
    const moduleOf = (path: string): string => nearest(modules, path)?.folder ?? '';
    const places = { sourcesOf: moduleOf, moduleOf };
    const projectOf = makeProjectOf(modules, places);
    const usings = await readGlobalUsings(input, modules, projectOf);
    const knows = makeKnows(modules, places);
    const someOf = makeNamedParts(input.files);
    const roots = [...modules.values()].flatMap(({ rootNamespaces }) => rootNamespaces);
    linkTypes(input, {
      ...places,
      knows,
      starsBeside(from) {
        const place = projectOf(from);
        return (place === null ? undefined : usings.get(place)?.stars) ?? [];
      },
      isUnnamedByFolder: false,
      partsMax: () => PARTS_MAX,
      someOf,
      builtIns: new Set(),
      suffixes: SUFFIXES,
      packageOf,
      // The number of its parameters is no part of what is written.
      written: (path) => path.replace(/`\d+$/, ''),
      external(one, from) {
        const path = packageOf(one);
        const isStandard = /^(?:System|Microsoft\.(?:CSharp|VisualBasic|Win32))(?:\.|$)/.test(path);
        const known = knownPackage(modules, path, from);
        // `using Map = Dictionary<…>;` names a type that other usings bring in.
        if (!one.isStar && !path.includes('.') && !isStandard && known === undefined) return null;
        return { name: known ?? path, isStandard: isStandard && known === undefined };
      },
      // A build makes namespaces of Razor components, and types of Protocol Buffers, whose nested ones are named, too.
      isMade(one, from, { hasPackage }) {
        const path = packageOf(one);
        if (knownPackage(modules, path, from) !== undefined) return false;
        const outer = path.slice(0, Math.max(0, path.lastIndexOf('.')));
        const isOfType = !one.isStar && outer !== '' && hasPackage(outer);
        return isOfType || roots.some((root) => isWithin(path, root));
      },
    });
    linkParts(input, projectOf);
    linkByProject(input, { ...places, projectOf, usings, knows, partsMax: PARTS_MAX, someOf, suffixes: SUFFIXES });
  },
};

function knownPackage(modules: CsProjects, path: string, from: string): string | undefined {
  return nearest(modules, from)?.packages.find((name) => isWithin(path, name));
}

function isWithin(path: string, namespace: string): boolean {
  return path === namespace || path.startsWith(`${namespace}.`);
}

/** A type may be written in parts. */
const PARTS_MAX = 8;
/** `[Foo]` may be `FooAttribute`. */
const SUFFIXES = ['Attribute'];

/** A `using` without a name is one of a namespace; the others name a type in one. */
function packageOf({ path, isStar }: TypeImport): string {
  return isStar || !path.includes('.') ? path : path.slice(0, path.lastIndexOf('.'));
}
