import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparisonItem, ComparisonResult, SheetComparison } from './engine/index.ts';
import { drawPictures } from './pictures.ts';
import { type Commission, reportCover, reportFoot, reportHead, reportSheet, type ShownItem } from './report/index.ts';

/** A file of the result; `path` is relative to `out`, with `/` between folders. */
export interface ResultFile {
  path: string;
  media_type: 'image/png' | 'text/html' | 'application/json';
  /** The content; `sheet` is 1-based in the order of `result.sheets`, `item` 1-based in the order of `result.items`. */
  role: 'result' | 'report' | 'overlay' | 'added' | 'removed' | 'item' | 'item_older' | 'item_newer';
  sheet?: number;
  item?: number;
}

/** Writes the files of a comparison sheet by sheet, keeping none in memory; writes nothing without a folder. */
export class Output {
  readonly #folder: string | null;
  readonly #commission: Commission | undefined;
  readonly #files: ResultFile[] = [];
  readonly #crops = new Map<ComparisonItem, ResultFile[]>();

  private constructor(folder: string | null, commission?: Commission) {
    this.#folder = folder;
    this.#commission = commission;
  }

  static async open(folder: string | undefined, commission?: Commission): Promise<Output> {
    if (folder === undefined) return new Output(null);
    await mkdir(folder, { recursive: true });
    return new Output(folder, commission);
  }

  /** Writes the images of one sheet. @param number 1-based number of the sheet */
  async sheet(number: number, compared: SheetComparison): Promise<void> {
    if (this.#folder === null) return;
    const pictures = await drawPictures(compared);
    const folder = `sheet-${number}`;
    await mkdir(join(this.#folder, folder), { recursive: true });
    const write = async (name: string, role: ResultFile['role'], data: Buffer): Promise<ResultFile> => {
      const file: ResultFile = { path: `${folder}/${name}.png`, media_type: 'image/png', role, sheet: number };
      await writeFile(join(this.#folder!, file.path), data);
      this.#files.push(file);
      return file;
    };
    await write('overlay', 'overlay', pictures.overlay);
    await write('added', 'added', pictures.added);
    await write('removed', 'removed', pictures.removed);
    for (const [i, { both, older, newer }] of pictures.crops.entries()) {
      const item = compared.items[i]!;
      this.#crops.set(item, [
        await write(`item-${i + 1}`, 'item', both),
        await write(`item-${i + 1}-older`, 'item_older', older),
        await write(`item-${i + 1}-newer`, 'item_newer', newer),
      ]);
    }
  }

  /**
   * Writes the report and the result, and returns all files. @param items the items of `result.items` as passed with
   * their sheets, in the order of the result
   */
  async finish(result: ComparisonResult, items: readonly ComparisonItem[]): Promise<ResultFile[]> {
    if (this.#folder === null) return [];
    for (const [i, item] of items.entries()) {
      for (const file of this.#crops.get(item) ?? []) file.item = i + 1;
    }
    await this.#report(result);
    await writeFile(join(this.#folder, 'result.json'), `${JSON.stringify(result, null, 1)}\n`);
    return [
      { path: 'result.json', media_type: 'application/json', role: 'result' },
      { path: 'report.html', media_type: 'text/html', role: 'report' },
      ...this.#files,
    ];
  }

  async #report(result: ComparisonResult): Promise<void> {
    const report = join(this.#folder!, 'report.html');
    const read = async (file: ResultFile | undefined) =>
      file === undefined ? null : await readFile(join(this.#folder!, file.path));
    const pictured = new Map(this.#files.map((file) => [`${file.role} ${file.item ?? `of ${file.sheet}`}`, file]));
    await writeFile(report, reportHead('Drawing comparison') + reportCover(result, this.#commission));
    for (const [index, sheet] of result.sheets.entries()) {
      const shown: ShownItem[] = [];
      for (const item of result.items.filter((one) => one.sheet === index + 1)) {
        const [older, newer] = [
          await read(pictured.get(`item_older ${item.number}`)),
          await read(pictured.get(`item_newer ${item.number}`)),
        ];
        shown.push({ item, crops: older && newer ? { older, newer } : null });
      }
      const overlay = await read(pictured.get(`overlay of ${index + 1}`));
      await appendFile(report, reportSheet(index, sheet, shown, overlay));
    }
    await appendFile(report, reportFoot());
  }
}
