/** What stands between the commas of a list of Go, such as that of parameters, outside of brackets in it. */
export function listItems(list: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === ',' && depth === 0) {
      items.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...items, list.slice(from)];
}
