/** Names and doc comments of the source, and the retired words in them. The replacements are in docs/glossary.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { home } from './import-graph.ts';

/** Words that stand for a known mechanism or a plain term, each with the word to use. */
export const retiredWords: Readonly<Record<string, string>> = {
  answer: 'response',
  aims: 'targets',
  everybody: 'every client, everyone',
  hear: 'receive, handle',
  heard: 'received',
  hears: 'receives',
  noun: 'resource',
  nouns: 'resources',
  nobody: 'no client, no one',
  problem: 'error',
  problems: 'errors',
  sentence: 'message',
  sentences: 'messages',
  tell: 'report, return',
  tells: 'reports, returns',
  told: 'reported, returned',
  trail: 'audit log',
  whoever: 'the client',
  wish: 'params',
  wishes: 'params',
};

/** Retired in names only: as plain English they are fine. */
const retiredInNames: ReadonlySet<string> = new Set([
  ...Object.keys(retiredWords),
  'alongside',
  'among',
  'asked',
  'asks',
  'beyond',
  'cast',
  'mood',
  'overlook',
  'reach',
  'said',
  'spell',
  'spells',
  'stretch',
  'stretches',
  'telling',
  'tellings',
  'tend',
  'till',
  'unforeseen',
  'wanted',
]);

/** Names that other people have chosen. */
const foreignNames: ReadonlySet<string> = new Set(['cast']);

export interface Source {
  file: string;
  text: string;
}

export const readSource = (file: string): Source => ({
  file,
  text: readFileSync(join(home, file), 'utf8'),
});

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Names that a file declares at its top level: functions, classes, types and values. */
function declaredNames(source: Source): string[] {
  const { program } = parseSync(source.file, source.text);
  return program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration === null) return [];
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [id.name] : [],
      );
    }
    const id = 'id' in declaration ? declaration.id : null;
    return id !== null && id.type === 'Identifier' ? [id.name] : [];
  });
}

/** Retired words in the path and the declared names of a file, as `file: name`. */
export function retiredNames(source: Source): string[] {
  const names = [source.file, ...declaredNames(source)];
  return names
    .filter((name) => !foreignNames.has(name))
    .filter((name) => partsOf(name).some((part) => retiredInNames.has(part)))
    .map((name) => `${source.file}: ${name}`);
}

/** Texts of the doc comments of a file, without stars, quoted code and line breaks. */
export function docComments({ file, text }: Source): string[] {
  return parseSync(file, text)
    .comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value }) =>
      value
        .replaceAll(/^\s*\*+/gm, ' ')
        .replaceAll(/`[^`]*`/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

/** Retired words in the doc comments of a file, as `file: word in "comment"`. */
export const retiredInDocs = (source: Source): string[] =>
  docComments(source).flatMap((comment) =>
    (comment.toLowerCase().match(/[a-z]+/g) ?? [])
      .filter((word) => Object.hasOwn(retiredWords, word))
      .map((word) => `${source.file}: ${word} in "${comment.slice(0, 80)}"`),
  );

/** True for a comment that opens like a riddle: What, How, Where, Why, Who. */
export const opensWithQuestion = (comment: string): boolean =>
  /^(what|how|where|why|who)\b/i.test(comment);
