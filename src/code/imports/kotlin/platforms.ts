/** Names of targets, of groups of them, and of all but one. Source: Kotlin, "Hierarchical project structure". */
const NAME =
  'jvm|js|wasmJs|wasmWasi|android|native|posix|ios|macos|darwin|linux|mingw|windows|tvos|watchos|' +
  '(?:ios|macos|linux|mingw|tvos|watchos|androidNative)(?:X64|X86|Arm64|Arm32|ArmHfp|DeviceArm64|SimulatorArm64)|' +
  'non(?:Jvm|Js|Native)';
/** By the layout of Kotlin Multiplatform, `src/jvmMain/`, and the other usual one, `jvm/src/`. */
const PLATFORM = new RegExp(`(?:^|/)(?:src/(${NAME})(?:Main|Test)/|(${NAME})/(?:src|test)/)`);

/** The one platform that a path of a Kotlin project is for; null for all, for several, or where that is not known. */
export function platformOf(path: string): string | null {
  const [, main, folder] = PLATFORM.exec(path) ?? [];
  return main ?? folder ?? null;
}

/** Whether no code for the one platform can see what is there for the other. */
export function areApart(platform: string, other: string): boolean {
  if (isWithout(platform, other) || isWithout(other, platform)) return true;
  const [one, two] = [familyOf(platform), familyOf(other)];
  return one !== null && two !== null && one !== two;
}

function isWithout(all: string, platform: string): boolean {
  return all === `non${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
}

/** What a name is a target of for certain: a folder `windows` may as well hold code for the JVM on it. */
function familyOf(platform: string): string | null {
  if (/^(?:jvm|android)$/.test(platform)) return 'jvm';
  if (/^(?:js|wasmJs|wasmWasi)$/.test(platform)) return platform;
  return /^(?:native|ios|tvos|watchos|mingw|androidNative)|(?:X64|Arm64)$/.test(platform) ? 'native' : null;
}
