// How fields of Go's structs are written: `a, b int`. What is embedded stands alone, and is the name of a type.

/** Whether what stands before a name on its line are names of fields at most. */
export function isGoFieldHead(ahead: string): boolean {
  return /(?:^|[\n{;])[ \t]*(?:\w+[ \t]*,[ \t]*){0,20}$/.test(ahead);
}

/** Whether a type, or further names, stand behind a name. */
export function isGoFieldType(behind: string): boolean {
  return /^(?:[ \t]*,[ \t]*\w|[ \t]+[\w*[(<])/.test(behind);
}
