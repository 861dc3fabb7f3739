/** Characters of a list of type parameters or arguments. */
const PARAMETERS_MAX = 200;

/**
 * A type's name with the number of its parameters, where it has some: types that differ in that alone are two. Source: C#
 * language specification, "Namespaces", "Uniqueness of aliases and names"; ECMA-335, "CLS Rule 43" (the sign).
 */
export function withParameters(mask: string, name: string, end: number): string {
  if (mask[end] !== '<') return name;
  let depth = 0;
  let count = 1;
  for (let at = end; at < mask.length && at < end + PARAMETERS_MAX; at += 1) {
    const sign = mask[at] ?? '';
    if ('<([{'.includes(sign)) depth += 1;
    else if ('>)]}'.includes(sign)) depth -= 1;
    else if (sign === ',' && depth === 1) count += 1;
    else if (sign === ';') return name;
    if (depth === 0) return `${name}\`${count}`;
  }
  return name;
}
