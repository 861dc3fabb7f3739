import { languageOf } from '../../lex/languages.ts';
import type { ImportLanguage } from '../import-language.ts';
import { facadeNameOf } from '../kotlin/facades.ts';
import { kotlinMentions } from '../kotlin/mentions.ts';
import { nativePackages } from '../kotlin/native-packages.ts';
import { areApart, isShared, platformOf } from '../kotlin/platforms.ts';
import { scalaMentions } from '../scala/mentions.ts';
import type { TypeFacts, TypeImport } from '../typed/facts.ts';
import { linkTypes } from '../typed/link.ts';
import type { TypedRules } from '../typed/rules.ts';
import { javaMentions } from './mentions.ts';

/** Imports of Java, Kotlin and Scala, which use each other's types, and types of the same package, which need none. */
export const jvmImports: ImportLanguage<TypeFacts> = {
  languages: ['java', 'kotlin', 'scala'],
  // Which file declares a type is known only from the files themselves.
  readsBeyondBase: true,
  extract(text, mask, language) {
    if (language === 'kotlin') return kotlinMentions(text, mask);
    return language === 'scala' ? scalaMentions(mask) : javaMentions(mask);
  },
  async link(input) {
    const isKotlin = input.files.some(({ language }) => language === 'Kotlin');
    const native = isKotlin ? await nativePackages(input.project) : new Set();
    const external: TypedRules['external'] = (one, from) =>
      native.has(packageOf(one)) ? null : RULES.external(one, from);
    linkTypes(input, { ...RULES, external });
  },
};

const RULES: TypedRules = {
  isUnnamedByFolder: true,
  // Java cannot import from the unnamed package (JLS 7.5).
  isUnnamedImported: (language) => language === 'Kotlin',
  hasSplitPackages: true,
  // What Java and Kotlin import begins at the unnamed package; Scala's may begin in a package around the file.
  isWhole: (language, written) => written === 'import' && language !== 'Scala',
  // Kotlin has functions of one name in several files of a package.
  partsMax: (name) => (/(?:^|\.)[a-z]\w*$/.test(name) ? 6 : 1),
  // What a build makes of schemas lies right below a package of the project; to reach what only its own package sees, a file
  // may take a place in `org.apache.zookeeper` of others. What it makes of resources lies in the package that names the
  // module of Android, which may hold nothing but other packages.
  isMade(one, _from, { hasPackage, holdsPackage }) {
    const own = packageOf(one);
    const outer = own.split('.').slice(0, -1);
    if (OF_RESOURCES.test(one.path.slice(own.length)) && holdsPackage(own)) return true;
    return outer.length >= OWN_NAMES_MIN && hasPackage(outer.join('.'));
  },
  builtIns: new Set(
    (
      'Any Array Boolean Byte Char CharSequence Class Collection Comparable Double Enum Error Exception Float Int Integer ' +
      'Iterable Iterator JvmField JvmName JvmOverloads JvmStatic List Long Map Math MutableList MutableMap MutableSet Nothing ' +
      'Number Object Override Pair Record Regex Result Runnable RuntimeException Sequence Set Short String StringBuilder ' +
      'Suppress System Thread Throwable Throws Triple Unit Void'
    ).split(' '),
  ),
  suffixes: [],
  sourcesOf: (path) => /^(?:.*\/)?src\/[^/]+\/[^/]+\//.exec(path)?.[0] ?? '',
  // By the layout of Maven, Gradle and sbt: `module/src/main/java/`.
  moduleOf: (path) => /^((?:.*\/)?)src\/[^/]+\/[^/]+\//.exec(path)?.[1] ?? '',
  platformOf,
  areApart,
  isShared,
  facadeNameOf,
  packageOf,
  external(one, from) {
    const own = languageOf(from)?.id;
    const written = packageOf(one);
    const name = own === 'scala' && OF_SCALA.test(`${written}.`) ? `scala.${written}` : written;
    // Of what Java imports, the library of another language is a dependency.
    const [, language] = /^(kotlin|scala)\./.exec(`${name}.`) ?? [];
    const isStandard = language === undefined ? STANDARD.test(`${name}.`) : own === language;
    return { name, isStandard };
  },
};

/** Classes that Android's build makes for each module. Source: Android, "Configure the app module", "Set the namespace". */
const OF_RESOURCES = /^\.(?:R|BuildConfig)(?:\.|$)/;

/** Names of a package that is surely a part of one project: domain, organisation, project and part. */
const OWN_NAMES_MIN = 4;

/** The part of a path before the first name with a capital, which is a type's by custom, else before its last name. */
function packageOf({ path, isStar }: TypeImport): string {
  const parts = path.split('.');
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  const length = type === -1 ? parts.length - (isStar ? 0 : 1) : type;
  return parts.slice(0, length).join('.') || path;
}

/** Packages in `scala`, of which all are in sight by their own names. Others begin with `io`, too. */
const OF_SCALA = /^(?:(?:beans|jdk|language|math|ref|reflect|runtime|sys|util)\.|io\.$)/;

/** Packages of the JDK, of which JAXB and SOAP are no part since 11. Source: Java SE 21 API Specification, "All Packages". */
const STANDARD =
  /^(?:java\.|jdk\.|sun\.|com\.sun\.(?:jdi|net\.httpserver|nio|security|source|tools|java\.accessibility|management)\.|org\.(?:w3c\.dom|xml\.sax|ietf\.jgss)\.|javax\.(?:accessibility|annotation\.processing|crypto|imageio|lang\.model|management|naming|net|print|rmi|script|security|smartcardio|sound|sql|swing|tools|transaction\.xa|xml(?!\.(?:bind|soap|ws)\.))\.)/;
