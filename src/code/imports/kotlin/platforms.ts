/** Names of targets, of groups of them, and of all but one. Source: Kotlin, "Hierarchical project structure". */
const NAME =
  /^(?:jvm|js|wasm|wasmJs|wasmWasi|web|android|posix|ios|macos|apple|darwin|linux|mingw|windows|tvos|watchos|native(?:[A-Z]\w*)?|(?:ios|macos|linux|mingw|tvos|watchos|androidNative)(?:X64|X86|Arm64|Arm32|ArmHfp|DeviceArm64|SimulatorArm64)|non(?:Jvm|Js|Native))$/;
/** By the layout of Kotlin Multiplatform, `src/jvmMain/`, and the other usual one, `jvm/src/`; `js/src/main/` is a module. */
const SOURCES =
  /(?:^|\/)(?:src\/([a-z]\w{0,60}?)(?:Main|Test)\/|([a-z]\w{0,60})\/(?:src|test)\/(?!(?:main|test|\w{1,60}(?:Main|Test))\/))/g;
/** What is compiled for the JVM alone; of which kind that is its name does not say. */
const OF_JVM = /\.(?:java|scala)$/;
const JAVA = 'java';

/** The one platform, or the few, that a path of a project is for; null for all, or where that is not known. */
export function platformOf(path: string): string | null {
  if (OF_JVM.test(path)) return JAVA;
  for (const [, main, folder] of path.matchAll(SOURCES)) {
    const name = main ?? folder ?? '';
    if (partsOf(name).every((part) => NAME.test(part))) return name;
  }
  return null;
}

/** Whether no code for the one platform can see what is there for the other. */
export function areApart(platform: string, other: string): boolean {
  if (isWithout(platform, other) || isWithout(other, platform)) return true;
  const [one, two] = [familiesOf(platform), familiesOf(other)];
  return one.length > 0 && two.length > 0 && !one.some((family) => two.includes(family));
}

/** Whether it stands for several targets, each of which sees what is there beside its own. */
export function isShared(platform: string): boolean {
  return platform === 'native' || familiesOf(platform).length > 1;
}

/** `jsAndWasmShared` is for `js` and for `wasm`. */
function partsOf(name: string): readonly string[] {
  const parts = name.replace(/(?<=And\w{1,60})(?:Shared|Common)$/, '').split('And');
  return parts.map((part) => part.slice(0, 1).toLowerCase() + part.slice(1));
}

function isWithout(all: string, platform: string): boolean {
  return all === `non${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
}

/** What all parts of a name are targets of; none where one is not known. */
function familiesOf(platform: string): readonly string[] {
  const all = partsOf(platform).map(familyOf);
  return all.some((families) => families.length === 0) ? [] : [...new Set(all.flat())];
}

/** What a name is a target of for certain: a folder `windows` may as well hold code for the JVM on it. */
function familyOf(platform: string): readonly string[] {
  if (/^(?:jvm|android|java)$/.test(platform)) return ['jvm'];
  if (/^(?:js|wasmJs|wasmWasi)$/.test(platform)) return [platform];
  if (platform === 'wasm') return ['wasmJs', 'wasmWasi'];
  if (platform === 'web') return ['js', 'wasmJs'];
  return /^(?:native|apple|ios|tvos|watchos|mingw|androidNative)|(?:X64|Arm64)$/.test(platform) ? ['native'] : [];
}
