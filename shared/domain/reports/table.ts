/** One value of a report's row; null where there is none. Times are ISO 8601 texts. */
export type Cell = string | number | null;

export interface ReportColumn {
  /** The field of JSON rows. */
  key: string;
  /** The heading in CSV, XLSX and PDF. */
  title: string;
  /** `time` holds ISO 8601; each format shows it in its own way. `link` holds an address, which XLSX makes one to follow. */
  type: 'text' | 'number' | 'time' | 'link';
  /** The share of a page's width, in relation to the other columns. */
  width: number;
  /** Names a record for programs: pages for readers leave it out. */
  isIdentifier?: true;
}

/** A row holds a cell for each column, in their order. */
export interface ReportTable {
  columns: readonly ReportColumn[];
  rows: AsyncIterable<readonly Cell[]>;
}

/** What stands above the rows. */
export interface ReportHeading {
  title: string;
  project: string;
  /** The state that the report shows, or the period that it covers, in words; null where nothing needs saying. */
  period: string | null;
  /** When the report was made, ISO 8601. */
  madeAt: string;
}
