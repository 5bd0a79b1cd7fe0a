import { PDFiumModule } from '@hyzyla/pdfium';
import type { CompiledModule } from './pdfium-module.ts';

/**
 * PDFium's own C functions, as exported by the WebAssembly module. The package's JavaScript API wraps neither word
 * boxes nor rendering through a matrix, and its wrappers cost several times the call itself. Pointers and booleans
 * are numbers.
 */
export type Native = Record<NativeName, (...args: number[]) => number> & { memory: WasmMemory };

type NativeName =
  | 'malloc'
  | 'free'
  | 'FPDF_InitLibrary'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_GetLastError'
  | 'FPDF_DocumentHasValidCrossReferenceTable'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetPageSizeByIndexF'
  | 'FPDF_LoadPage'
  | 'FPDF_ClosePage'
  | 'FPDF_CloseDocument'
  | 'FPDF_GetPageWidthF'
  | 'FPDF_GetPageHeightF'
  | 'FPDF_GetPageBoundingBox'
  | 'FPDFPage_GetRotation'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_HasTransparency'
  | 'FPDFPageObj_SetIsActive'
  | 'FPDFPageObj_CountMarks'
  | 'FPDFPageObj_GetMark'
  | 'FPDFPageObjMark_GetName'
  | 'FPDFPageObjMark_GetParamBlobValue'
  | 'FPDFPage_GetAnnotCount'
  | 'FPDFPage_GetAnnot'
  | 'FPDFPage_CloseAnnot'
  | 'FPDFAnnot_GetSubtype'
  | 'FPDFAnnot_GetFlags'
  | 'FPDFAnnot_GetAP'
  | 'FPDFAnnot_SetAP'
  | 'FPDFAnnot_GetRect'
  | 'FPDFAnnot_HasKey'
  | 'FPDFAnnot_GetStringValue'
  | 'FPDF_GetMetaText'
  | 'FPDF_GetPageLabel'
  | 'FPDFBookmark_GetFirstChild'
  | 'FPDFBookmark_GetNextSibling'
  | 'FPDFBookmark_GetTitle'
  | 'FPDFBookmark_GetDest'
  | 'FPDFBookmark_GetAction'
  | 'FPDFAction_GetDest'
  | 'FPDFDest_GetDestPageIndex'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPageObj_GetMatrix'
  | 'FPDFPageObj_GetClipPath'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFClipPath_CountPaths'
  | 'FPDFClipPath_CountPathSegments'
  | 'FPDFClipPath_GetPathSegment'
  | 'FPDFPathSegment_GetPoint'
  | 'FPDFPathSegment_GetType'
  | 'FPDFPathSegment_GetClose'
  | 'FPDFPath_CountSegments'
  | 'FPDFPath_GetPathSegment'
  | 'FPDFPath_GetDrawMode'
  | 'FPDFPageObj_GetStrokeColor'
  | 'FPDFPageObj_GetFillColor'
  | 'FPDFPageObj_GetStrokeWidth'
  | 'FPDFPageObj_GetDashCount'
  | 'FPDFPageObj_GetDashArray'
  | 'FPDFPageObj_GetDashPhase'
  | 'FPDFPageObj_GetLineCap'
  | 'FPDFPageObj_GetLineJoin'
  | 'FPDF_RenderPageBitmap'
  | 'FPDF_RenderPageBitmapWithMatrix'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_FillRect'
  | 'FPDFBitmap_GetBuffer'
  | 'FPDFBitmap_GetStride'
  | 'FPDFBitmap_Destroy'
  | 'FPDFText_LoadPage'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_IsGenerated'
  | 'FPDFText_GetTextObject'
  | 'FPDFTextObj_GetFont'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetGlyphWidth'
  | 'FPDFText_GetFontSize'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetCharBox'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetLooseCharBox';

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
// The compiler's type library has WebAssembly only together with the DOM.
const { Memory, Instance } = (
  globalThis as unknown as {
    WebAssembly: {
      Memory: { prototype: WasmMemory };
      Instance: new (module: CompiledModule, imports: object) => { exports: object };
    };
  }
).WebAssembly;

/** Whether the module's memory failed to grow because of {@link limitMemory}. */
export let memoryRefused = false;
let memoryLimit = Number.POSITIVE_INFINITY;

/** Limits the WebAssembly memory of this thread, in bytes; PDFium's allocations fail beyond it. */
export const limitMemory = (bytes: number): void => {
  memoryLimit = bytes;
  memoryRefused = false;
};

const grow = Memory.prototype.grow;
Memory.prototype.grow = function (this: WasmMemory, pages: number): number {
  if (this.buffer.byteLength + pages * 65536 > memoryLimit) {
    memoryRefused = true;
    throw new RangeError('memory limit');
  }
  return grow.call(this, pages);
};

/** Starts PDFium in this thread. @param compiled by {@link pdfiumModule} */
export const startPdfium = async (compiled: CompiledModule): Promise<Native> => {
  const silent = () => {};
  const instantiateWasm = (imports: object, received: (instance: object, module: object) => void) => {
    received(new Instance(compiled, imports), compiled);
  };
  const options = { instantiateWasm, print: silent, printErr: silent };
  const module = await PDFiumModule(options as unknown as Parameters<typeof PDFiumModule>[0]);
  const native = module.wasmExports as unknown as Native;
  native.FPDF_InitLibrary();
  return native;
};
