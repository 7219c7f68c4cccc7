// Reads the row types from their source: types do not exist at run time.
import { readdir, readFile } from 'node:fs/promises';
import { parseSync, type TSInterfaceDeclaration, type TSType } from 'oxc-parser';

export interface TypedColumn {
  /** Type of a read value other than null: string, number[] and the like. */
  type: string;
  isNullable: boolean;
  /** True when an insert may omit it. */
  isOptional: boolean;
}

export type TypedColumns = Record<string, TypedColumn>;

const folder = new URL('../tables/', import.meta.url);

/** Returns the columns of every table in `Tables`. */
export async function readRowTypes(): Promise<Record<string, TypedColumns>> {
  const declared = new Map<string, Declared>();
  for (const name of await readdir(folder)) {
    if (name.endsWith('.test.ts')) continue;
    for (const [type, declaration] of declarationsIn(await readFile(new URL(name, folder), 'utf8')))
      declared.set(type, declaration);
  }
  return Object.fromEntries(
    membersOf(declared, 'Tables').map(([table, row]) => [
      table,
      Object.fromEntries(
        membersOf(declared, referenceIn(row).name).map(([column, type]) => [
          column,
          columnOf(declared, type),
        ]),
      ),
    ]),
  );
}

type Declared =
  | { kind: 'interface'; members: [name: string, type: TSType][] }
  | { kind: 'alias'; parameter: string | undefined; type: TSType };

function declarationsIn(text: string): [string, Declared][] {
  return parseSync('source.ts', text).program.body.flatMap((statement): [string, Declared][] => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration } = statement;
    if (declaration?.type === 'TSInterfaceDeclaration') {
      return [[declaration.id.name, { kind: 'interface', members: membersIn(declaration) }]];
    }
    if (declaration?.type !== 'TSTypeAliasDeclaration') return [];
    const parameter = declaration.typeParameters?.params[0]?.name.name;
    return [[declaration.id.name, { kind: 'alias', parameter, type: declaration.typeAnnotation }]];
  });
}

const membersIn = ({ body }: TSInterfaceDeclaration): [string, TSType][] =>
  body.body.map((member) => {
    if (
      member.type !== 'TSPropertySignature' ||
      member.key.type !== 'Identifier' ||
      member.typeAnnotation === null
    )
      throw new Error('A row type consists of named columns');
    return [member.key.name, member.typeAnnotation.typeAnnotation];
  });

function membersOf(declared: ReadonlyMap<string, Declared>, name: string): [string, TSType][] {
  const found = declared.get(name);
  if (found?.kind !== 'interface') throw new Error(`${name} is not an interface of db/tables`);
  return found.members;
}

function referenceIn(type: TSType): { name: string; args: TSType[] } {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier')
    throw new Error(`${type.type} is not the name of a type`);
  return { name: type.typeName.name, args: type.typeArguments?.params ?? [] };
}

/** Types of a value that is read, and of one that is inserted. */
interface Parts {
  read: string[];
  inserted: string[];
}

function columnOf(declared: ReadonlyMap<string, Declared>, type: TSType): TypedColumn {
  const { read, inserted } = partsOf(declared, type, new Map());
  return {
    type: [...new Set(read.filter((part) => part !== 'null'))].join(' | '),
    isNullable: read.includes('null'),
    isOptional: inserted.includes('undefined') || inserted.includes('never'),
  };
}

function partsOf(
  declared: ReadonlyMap<string, Declared>,
  type: TSType,
  parameters: ReadonlyMap<string, Parts>,
): Parts {
  const inner = (part: TSType) => partsOf(declared, part, parameters);
  const both = (...parts: string[]): Parts => ({ read: parts, inserted: parts });
  switch (type.type) {
    case 'TSStringKeyword':
      return both('string');
    case 'TSLiteralType':
      return both('string');
    case 'TSNumberKeyword':
      return both('number');
    case 'TSBooleanKeyword':
      return both('boolean');
    case 'TSNullKeyword':
      return both('null');
    case 'TSUndefinedKeyword':
      return both('undefined');
    case 'TSNeverKeyword':
      return both('never');
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation);
    case 'TSArrayType':
      return both(`${[...new Set(inner(type.elementType).read)].join(' | ')}[]`);
    case 'TSUnionType': {
      const parts = type.types.map(inner);
      return {
        read: parts.flatMap(({ read }) => read),
        inserted: parts.flatMap(({ inserted }) => inserted),
      };
    }
    default:
  }
  const { name, args } = referenceIn(type);
  const [first, second] = args;
  const parameter = parameters.get(name);
  if (parameter) return parameter;
  if (name === 'ColumnType' && first && second)
    return { read: inner(first).read, inserted: inner(second).inserted };
  if (name === 'Generated' && first)
    return { read: inner(first).read, inserted: [...inner(first).inserted, 'undefined'] };
  const alias = declared.get(name);
  if (alias?.kind !== 'alias') return both(otherTypes[name] ?? name);
  const given = alias.parameter && first ? [[alias.parameter, inner(first)] as const] : [];
  return partsOf(declared, alias.type, new Map(given));
}

/** Types that are declared outside of db/tables. */
const otherTypes: Record<string, string> = {
  FleetState: 'string',
  TicketState: 'string',
  Grain: 'string',
  PlaceState: 'string',
  ReaderState: 'string',
  MaintenanceReason: 'string',
  PushDelivery: 'object',
  Record: 'object',
};
