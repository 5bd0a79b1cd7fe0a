/** The content of one layer (optional content group) of a page. */
export interface DrawnLayer {
  name: string;
  draw: (pdf: PDFKit.PDFDocument) => unknown;
}

/** Draws each layer's content in order; layers with the same name become one. */
export const drawLayers = (pdf: PDFKit.PDFDocument, layers: readonly DrawnLayer[]): void => {
  const names = [...new Set(layers.map(({ name }) => name))];
  const groups = names.map((name, i) => {
    const group = pdf.ref({ Type: 'OCG', Name: new String(name) });
    group.end('');
    return [`L${i}`, group] as const;
  });
  const properties = pdf.ref(Object.fromEntries(groups));
  properties.end('');
  const { resources } = pdf.page as unknown as { resources: { data: Record<string, unknown> } };
  resources.data.Properties = properties;
  for (const { name, draw } of layers) {
    pdf.addContent(`/OC /L${names.indexOf(name)} BDC`);
    draw(pdf);
    pdf.addContent('EMC');
  }
};
