/** Numbers of instances: where they come from, what they are called, how they are written. */

/** The pattern databases a number comes from: others drawn anew, those that guided the search, the best partitions. */
export const SOURCES = ["fresh", "own", "best"];

/** Returns the names of all numbers of one kind that some instances have. */
export function termsOf(instances, source) {
  return [...new Set(instances.flatMap((each) => Object.keys(each.metrics[source] ?? {})))];
}

/** Returns the heuristic and the conflicts of the largest k among some names. */
export function hardest(terms) {
  const k = (term) => Number(term.match(/\d+/)[0]);
  const largest = (form) => terms.filter((term) => form.test(term)).sort((a, b) => k(b) - k(a))[0];
  return [largest(/^PDB\d+$/), largest(/^\d+C$/)];
}

/** Returns whether there is a value at all. */
export function isKnown(value) {
  return value !== null && value !== undefined;
}

/** Returns a value as people write it; a dash where there is none. */
export function shown(value) {
  return isKnown(value) ? value.toLocaleString("en") : "–";
}

/** Returns what the judges of the race have expanded for an instance, a text for each judge. */
export function efforts({ effort }) {
  return Object.entries(effort ?? {}).map(([name, said]) => `${name} ${said?.solved ? "" : "more than "}${shown(said?.expanded)}`);
}

/** Returns a number with its noun. */
export function plural(number, one, many = `${one}s`) {
  return `${shown(number)} ${number === 1 ? one : many}`;
}
