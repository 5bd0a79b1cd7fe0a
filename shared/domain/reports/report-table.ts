/** One value of a report's row; null if there is none. Times are ISO 8601 texts. */
export type ReportCell = string | number | null;

export interface ReportColumn {
  /** The field name in JSON. */
  key: string;
  /** The heading in CSV, XLSX and PDF. */
  title: string;
  /** `time` is ISO 8601, displayed in the format's own way. `link` is a URL, which XLSX makes clickable. */
  type: 'text' | 'number' | 'time' | 'link';
  /** The share of the page's width, relative to the other columns. */
  width: number;
  /** Identifies a record for programs; omitted from the formats for readers. */
  isIdentifier?: true;
}

/** A row has a cell for each column, in their order. */
export interface ReportTable {
  columns: readonly ReportColumn[];
  rows: AsyncIterable<readonly ReportCell[]>;
}

/** The heading above the rows. */
export interface ReportHeading {
  title: string;
  project: string;
  /** The state or the period that the report covers, in words; null if not needed. */
  period: string | null;
  /** When the report was made, ISO 8601. */
  madeAt: string;
}
