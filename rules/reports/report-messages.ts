/** The sales report. */
export const reportMessages = {
  noPayment: 'Enter an amount such as $14.50, or the last four digits of a card',
  beyondRequestedTime: "You can't go beyond requested time",
  noMoreSales: 'There were no more sales on these dates',
  noSales: 'There were no sales on these dates',
  noTime: 'This day has no time on the clock of the venue',
  nothingFound: 'Nothing found for the selected period of time',
  totalSalesHint: 'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
  grossVolumeHint: 'Gross Volume = Total Sales + Total Taxes + Total Tips + Total Refunds',
  ofWholePeriod: 'The figures above are of all sales of the period, whatever the filter.',
  noneSoFar: 'None of the sales that were searched so far',
  noneMatches: 'No sale of this period matches the filter',
  noStatistics: 'No data available yet',
  mailed: (address: string) => `The report is on its way to ${address}`,
  lateSales: (orders: number, gross: string): string =>
    `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'} (${gross}) arrived late`,
} as const;

/** Below the sales that a filter lists. */
export const listedMessages = {
  searchedUntil: (time: string) => `Searched up to ${time}. The arrows continue from there.`,
  allSearched: (sales: number) =>
    sales === 1
      ? 'Searched the only sale'
      : `Searched to the end of ${sales.toLocaleString('en-US')} sales`,
} as const;

/** Those of the server about pages, files and mails of the report, which the dashboard shows as they come. */
export const exportMessages = {
  allVenues: 'All venues',
  noSuchSale: 'There is no such sale to continue from',
  useNeighbour: 'Use laterThan or earlierThan to continue',
  oneNeighbour: 'Use either laterThan or earlierThan',
  oneExport: 'Only one download at a time: wait until it has finished, then try again',
  /** The misspelling is part of the specified text. */
  mailSubject: (from: string, to: string) => `Report acitivty from ${from} to ${to}`,
  mailBody: (venue: string, from: string, to: string) =>
    `The sales of ${venue} from ${from} to ${to} are attached.`,
  tooLargeToDownload: 'This download is larger than 1 GB. Choose fewer days',
  tooLargeToMail: 'This report is larger than 10 MB. Use Download CSV instead',
} as const;
