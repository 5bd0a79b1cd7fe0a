/**
 * Clauses of every section of a project specification, in several wordings. {product}, {Product}, {installer}, {title}
 * and {number} come from the section; {a|b|c} is one of its words, drawn by the seed.
 */
export const GENERAL_CLAUSES = {
  coordination: [
    'Coordinate {product} with the work of other trades so that sleeves, inserts and openings are in place before the surrounding work is closed.',
    'Hold a preinstallation conference not later than {7|10|14|21} days before {product} starts; the {installer}, the Architect and the makers of adjoining work shall attend.',
    'Furnish templates, anchors and setting drawings for items to be built into other work at least {10|14|20} days before they are needed.',
    'Where drawings of different disciplines disagree about {product}, stop and ask; the stricter requirement governs until the Architect has answered.',
    'Schedule {product} so that completed parts are not exposed to traffic, weather or other trades longer than {seven|ten|fourteen} days without protection.',
  ],
  quality: [
    'The {installer} shall have completed at least {three|four|five|six} projects of similar size with {product} of the type specified within the last {five|seven|ten} years.',
    'The manufacturer of {product} shall have made products of the same type for not less than {five|eight|ten} years and shall give technical support on site at no cost.',
    'Obtain each type of {product} from one source and one production run, so that colour, texture and performance are uniform.',
    'Build a mock-up of {product}, {2|3|4} m long or one room in size, at the place the Architect chooses; the accepted mock-up sets the standard and may remain as part of the work.',
    'Keep at the site one copy of each standard referred to in this section and of the printed instructions of the manufacturer.',
    'A foreman with {five|eight|ten} years of experience in {product} shall be present whenever work of this section is carried out.',
  ],
  delivery: [
    'Deliver {product} in the original, unopened packaging with labels that show the maker, the type, the batch and the date of manufacture.',
    'Store materials on level supports at least {100|150|200} mm above the ground, under a ventilated cover, away from {rain and ground water|direct sun|heat and open flame}.',
    'Reject materials damaged in transport; mark them and remove them from the site within {two|three|five} days.',
    'Handle {product} with slings and pads that leave no marks on surfaces exposed to view.',
    'Do not stack materials on floors or roofs beyond a load of {2.0|2.4|3.0} kN/m² without the written consent of the structural engineer.',
    'Materials with a limited shelf life shall be used in the order of delivery; nothing older than the printed date may be built in.',
  ],
  conditions: [
    'Do not proceed when temperature, humidity or ventilation lie outside the limits of the manufacturer, or when they are expected to do so within {24|36|48} hours.',
    'Verify dimensions by measurement on site before fabrication and record them on the shop drawings; allow for trimming where this cannot be done in time.',
    'Maintain an ambient temperature between {10|12|15} °C and {30|32|35} °C for {24|48|72} hours before, during and after the installation of {product}.',
    'Erect temporary enclosures where wind, dust or rain could harm {product} before it has cured or has been fastened.',
    'Interruption of services in occupied parts of the building needs {five|seven|ten} working days of written notice and shall not last longer than {two|four} hours.',
  ],
  warranty: [
    'Warrant {product} for {one|two|five} years from the date of substantial completion against defects in material and workmanship; repair damage to other work caused by such defects.',
    'The manufacturer shall warrant {product} for {five|ten|fifteen} years in a form without proration, signed by an authorized officer.',
    'Answer a call under the warranty within {24|48} hours and complete the repair within {five|ten} working days.',
  ],
  closeout: [
    'Deliver maintenance data with instructions for cleaning, a list of spare parts, and the names of local firms that service {product}.',
    'Deliver extra materials from the same production run: {one|two|three} percent of each type and colour, packed and labelled for storage.',
    'Record drawings shall show the actual position of concealed parts within {25|50} mm, dimensioned from permanent elements.',
    'Instruct the staff of the Owner in the care of {product} for not less than {two|four|eight} hours and record the session on video.',
  ],
  performance: [
    'Products named in this section set the quality; {product} of other makers may be offered before the tender date with proof that each listed property is met.',
    'Design {product} to accommodate movement from a temperature range of {55|65|70} K at the ambient air without buckling, opening of joints or overstress of fastenings.',
    'Components shall be free of asbestos, lead and mercury; the content of volatile organic compounds shall not exceed the limits of the local air quality authority.',
    'Materials in return-air plenums shall have a flame spread index not above 25 and a smoke developed index not above 50.',
    'Fasteners and accessories shall be of a metal compatible with {product} and with what they touch; isolate unlike metals from each other.',
    'Regional materials are preferred: where two products are equal, choose the one made within {300|500|800} km of the site and state its recycled content.',
    'Accessories shall be those that the manufacturer recommends in writing for the conditions shown, even where they are not listed here.',
  ],
  examination: [
    'Examine substrates, adjoining work and conditions, with the {installer} present, for compliance with the tolerances of {product}; report defects in writing.',
    'Beginning the installation means that the {installer} accepts the conditions; later claims for correction of the substrate will not be paid.',
    'Check that rough-in, blocking, anchors and sleeves agree with the reviewed shop drawings before {product} is brought to the place of work.',
    'Test the substrate for moisture at {three|four|five} places in each {100|150|200} m² and submit the results before work begins.',
  ],
  preparation: [
    'Clean surfaces of oil, dust, laitance and loose material by {vacuum cleaning|grinding|brushing and washing} immediately before {product} is installed.',
    'Protect adjoining finished surfaces with sheets or boards; tape that leaves a residue shall not be used.',
    'Lay out {product} from the control lines established by the surveyor, not from adjoining work; obtain acceptance of the layout before the first piece is fixed.',
    'Mark the position of concealed services on the surface before drilling or cutting.',
  ],
  installation: [
    'Install {product} in accordance with the printed instructions of the manufacturer, the reviewed shop drawings and the standards referenced in this section.',
    'Set {product} plumb, level and true to line within {1|2|3} mm in {2|3} m, without visible steps at joints.',
    'Cut and fit neatly around penetrations; gaps wider than {2|3|5} mm shall be closed with a matching piece, not with sealant.',
    'Fasten securely to the structure; powder-actuated fasteners are not allowed in {prestressed concrete|masonry thinner than 150 mm|slabs thinner than 100 mm}.',
    'Do not install {product} that is chipped, bent, stained or otherwise damaged; a repair on site needs the consent of the Architect for each piece.',
    'Provide expansion provisions of {product} wherever the structure has a joint; do not bridge a building joint rigidly.',
    'Leave access of at least {450|600|750} mm to parts that need inspection or adjustment; coordinate access panels with the ceiling layout.',
    'Work that is concealed before it has been inspected shall be opened and closed again at the expense of the Contractor.',
    'At the end of each shift leave {product} in a safe and weathertight state, with loose parts secured against wind.',
  ],
  control: [
    'The Owner will engage an independent agency to inspect {product}; give notice {24|48|72} hours before each stage that will be covered.',
    'Test the first {10|20|50} m² or the first completed unit in the presence of the Architect; do not continue until the result is satisfactory.',
    'Correct work that fails a test and test it again, together with {two|three|four} further places of the same kind, at no cost to the Owner.',
    'The manufacturer shall visit the site {once|twice|three times} during the installation and shall report in writing within {five|seven} days.',
    'Keep a daily log of weather, crew, quantities and batch numbers of {product}; hand it over weekly.',
  ],
  cleaning: [
    'Remove surplus material, packaging and protective films the same day; recycle cardboard, metal and clean wood.',
    'Clean {product} with the agents that the manufacturer recommends; acids, abrasives and wire brushes are not allowed.',
    'Protect finished {product} with {hardboard|heavy paper|plastic sheet} until substantial completion and restore what has been damaged to its original state.',
    'Touch up minor scratches so that the repair cannot be seen from {1.0|1.5|2.0} m; replace what cannot be made good.',
  ],
} as const;

export type ClauseGroup = keyof typeof GENERAL_CLAUSES;
