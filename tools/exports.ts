import { parseSync } from 'oxc-parser';

export interface Export {
  name: string;
  /** Summary (up to the first full stop) of its doc comment. */
  says: string;
}

/** Functions and values that a source exports, without types. */
export function listExports(text: string): Export[] {
  const { program, comments } = parseSync('source.ts', text);
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const { declaration } = statement;
    const doc = comments.findLast(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= statement.start &&
        text.slice(end, statement.start).trim() === '',
    );
    const says = doc === undefined ? '' : firstLine(doc.value);
    if (declaration.type === 'FunctionDeclaration') {
      return [{ name: declaration.id?.name ?? '', says }];
    }
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, says }] : [],
    );
  });
}

function firstLine(doc: string): string {
  const words = doc
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const described = words.split(/ @\w/)[0] ?? '';
  return /^.*?[.!?](?=\s|$)/.exec(described)?.[0] ?? described;
}
