/** Columns of a file of past sales that mark lines as no sales: voided, refunded, failed and the like. */

/** Reasons for which a line is no sale. */
export const leftOutReasons = [
  'void',
  'comp',
  'cancelled',
  'failed',
  'test',
  'pending',
  'partially refunded',
  'skipped',
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

/** State of a line: a sale, one that was refunded since, or none. */
export type LineState = 'sold' | 'refunded' | LeftOutReason;

/** Column with a state: as a word, as yes or no, or as the time at which it happened. */
export type StateColumn = Readonly<
  { index: number; name: string } & (
    | { kind: 'words' }
    | { kind: 'flag' | 'moment'; state: LineState }
  )
>;

const wordColumns = new Set([
  'status',
  'state',
  'paymentstatus',
  'financialstatus',
  'orderstatus',
  'transactionstatus',
  'transactionstate',
  'transactionresult',
  'transactiontype',
  'salestatus',
  'saletype',
  'itemstatus',
  'vendstatus',
  'eventtype',
  'result',
]);

const flagColumns: Readonly<Record<string, LineState>> = {
  void: 'void',
  voided: 'void',
  isvoid: 'void',
  isvoided: 'void',
  comp: 'comp',
  comped: 'comp',
  iscomp: 'comp',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  iscancelled: 'cancelled',
  iscanceled: 'cancelled',
  refunded: 'refunded',
  isrefunded: 'refunded',
  isrefund: 'refunded',
  failed: 'failed',
  test: 'test',
  istest: 'test',
  training: 'test',
  pending: 'pending',
};

const momentColumns: Readonly<Record<string, LineState>> = {
  cancelledat: 'cancelled',
  canceledat: 'cancelled',
  cancelledon: 'cancelled',
  voidedat: 'void',
  voiddate: 'void',
  refundedat: 'refunded',
  refunddate: 'refunded',
};

const words: Readonly<Record<string, LineState>> = Object.fromEntries(
  (
    [
      [
        'sold',
        'sold,sale,paid,payment,purchase,complete,completed,closed,success,successful,succeeded,ok,approved,accepted,captured,settled,processed,processing,fulfilled,dispensed,vended,vend success,normal,posted,final',
      ],
      [
        'refunded',
        'refunded,refund,returned,return,reversed,reversal,chargeback,charged back,refunded in cash,refunded without the card',
      ],
      ['void', 'void,voided'],
      ['comp', 'comp,comped,complimentary'],
      ['cancelled', 'cancelled,canceled,cancel,abandoned,expired,deleted,trash'],
      [
        'failed',
        'failed,failure,fail,declined,denied,rejected,error,vend failed,not dispensed,unsuccessful,timeout,timed out',
      ],
      ['test', 'test,test vend,training'],
      [
        'pending',
        'pending,pending payment,unpaid,open,authorized,authorised,on hold,draft,checkout draft,in progress,parked,layby,layaway,quote',
      ],
      ['partially refunded', 'partially refunded,partial refund,partly refunded'],
    ] as const
  ).flatMap(([state, list]) => list.split(',').map((word) => [word, state])),
);

/** A word of a state column as it is compared and shown. */
export const stateWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

const yes = new Set(['true', 'yes', 'y', '1', 'x', 't']);
const no = new Set(['', 'false', 'no', 'n', '0', 'f']);

/** @param names of the columns, by lower-case letters and digits only */
export function findStateColumns(
  names: readonly string[],
  header: readonly string[],
): StateColumn[] {
  return names.flatMap((name, index): StateColumn[] => {
    const column = { index, name: header[index] ?? '' };
    if (wordColumns.has(name)) return [{ ...column, kind: 'words' }];
    const [flag, moment] = [flagColumns[name], momentColumns[name]];
    if (flag !== undefined) return [{ ...column, kind: 'flag', state: flag }];
    return moment === undefined ? [] : [{ ...column, kind: 'moment', state: moment }];
  });
}

// Money that moved both ways was sold and refunded, whatever else happened to the order.
const precedence: readonly LineState[] = [
  'void',
  'failed',
  'test',
  'pending',
  'comp',
  'partially refunded',
  'skipped',
  'refunded',
  'cancelled',
  'sold',
];

/** States that a person can give to a word that is not known. */
export const importStates = ['sold', 'refunded', 'skipped'] as const;

/** Meaning of words that are not known, as a person has decided. */
export type ChosenStates = Readonly<Record<string, (typeof importStates)[number]>>;

/**
 * State of a line by all of its state columns, or the words that are not known.
 * @param cell the text of a column, which may be that of the first line of the same order
 */
export function lineState(
  columns: readonly StateColumn[],
  cell: (index: number) => string,
  chosen: ChosenStates,
): LineState | { unknown: string[] } {
  const found: LineState[] = ['sold'];
  const unknown: string[] = [];
  for (const column of columns) {
    const word = stateWord(cell(column.index));
    const decided = Object.hasOwn(chosen, word) ? chosen[word] : undefined;
    const known = decided ?? ownState(column, word);
    if (known === undefined) unknown.push(word);
    else found.push(known);
  }
  if (unknown.length > 0) return { unknown };
  return precedence.find((state) => found.includes(state)) ?? 'sold';
}

function ownState(column: StateColumn, word: string): LineState | undefined {
  if (column.kind === 'moment') return word === '' ? 'sold' : column.state;
  if (column.kind === 'flag') {
    if (yes.has(word)) return column.state;
    if (no.has(word)) return 'sold';
  }
  return Object.hasOwn(words, word) ? words[word] : undefined;
}
