import type { SectionText } from './section-text.ts';

/** Divisions 14 to 28: lifts, fire protection, plumbing, ventilation, electrical work, alarm. */
export const SERVICES_SECTIONS: readonly SectionText[] = [
  {
    number: '14 21 00',
    title: 'ELECTRIC TRACTION ELEVATORS',
    product: 'elevator',
    installer: 'elevator manufacturer',
    references: [
      'ASME A17.1 Safety code for elevators and escalators',
      'NFPA 13 Installation of sprinkler systems',
      'ICC A117.1 Accessible and usable buildings',
    ],
    includes: [
      'Machine-room-less passenger elevators, cars, entrances, controls, guide rails and twelve months of maintenance.',
    ],
    submittals: [
      'Hoistway layout with loads on the structure and heat released.',
      'Samples of car finishes and of the entrance steel.',
    ],
    materials: [
      'Rated load 1,250 kg, speed 1.0 m/s, car 1,400 mm by 2,000 mm clear, doors 1,100 mm by 2,100 mm, centre opening.',
      'Machines shall be gearless, permanent magnet, with regenerative drives.',
      'Provide emergency lighting, two-way voice and text communication, and battery-powered lowering to the next floor.',
      'Hoistway entrances shall be of satin stainless steel, fire-rated for 90 minutes.',
    ],
    execution: [
      'Levelling shall be within 6 mm of the landing under any load up to the rated load.',
      'Door closing force shall not exceed 135 N and the noise in the car 55 dB(A).',
      'Tests shall be witnessed by the authority; the certificate of inspection shall be handed over before the elevator is used for construction.',
    ],
  },
  {
    number: '21 13 13',
    title: 'WET-PIPE SPRINKLER SYSTEMS',
    product: 'sprinkler system',
    installer: 'sprinkler contractor',
    references: [
      'NFPA 13 Installation of sprinkler systems',
      'NFPA 24 Private fire service mains',
      'NFPA 25 Inspection, testing and maintenance',
    ],
    includes: ['Underground entry, risers, mains, branch lines, sprinklers, alarm devices and hydraulic design.'],
    submittals: [
      'Working plans and hydraulic calculations sealed by a fire protection engineer, with a flow test not older than twelve months.',
      'Coordination drawings with ducts and lights.',
    ],
    materials: [
      'Pipe of 50 mm and smaller shall be schedule 40 black steel with threaded joints; larger pipe shall be schedule 10 with grooved couplings.',
      'Sprinklers in finished ceilings shall be concealed, quick-response, 68 °C, with white cover plates, centred in tiles.',
      'Each floor shall have a control valve with supervisory switch, a flow switch, a test connection and a drain of 32 mm.',
    ],
    execution: [
      'Design density shall be 4.1 mm/min over 140 m² in offices and 6.1 mm/min over 140 m² in storage and plant rooms, with a margin of 70 kPa.',
      'Test at 1,380 kPa for two hours without loss of pressure before pipes are concealed.',
      'Provide seismic sway bracing at 12 m laterally and 24 m longitudinally, and flexible couplings within 600 mm of the top of risers.',
      'Maintain 450 mm of clearance below deflectors.',
    ],
    table: {
      title: 'Design criteria',
      head: ['Occupancy', 'Hazard', 'Density', 'Area', 'Hose allowance'],
      rows: [
        ['Offices, classrooms', 'light', '4.1 mm/min', '140 m²', '380 L/min'],
        ['Kitchen, plant rooms', 'ordinary 1', '6.1 mm/min', '140 m²', '950 L/min'],
        ['Stores, workshop', 'ordinary 2', '8.1 mm/min', '140 m²', '950 L/min'],
      ],
    },
  },
  {
    number: '22 11 16',
    title: 'DOMESTIC WATER PIPING',
    product: 'water piping',
    installer: 'plumbing contractor',
    references: [
      'ASTM B88 Seamless copper water tube',
      'NSF/ANSI 61 Drinking water system components',
      'NSF/ANSI 372 Lead content',
      'ASSE 1017 Temperature actuated mixing valves',
    ],
    includes: ['Cold, hot and circulation piping inside the building, valves, insulation, sterilization and testing.'],
    submittals: ['Certificates of lead-free composition.', 'Report of disinfection and bacteriological analysis.'],
    materials: [
      'Pipe above ground shall be copper type L with lead-free solder, or press fittings with EPDM seals up to 100 mm.',
      'Ball valves shall be two-piece, full port, lead-free bronze, 4,140 kPa; provide one at each group of fixtures.',
      'Hot water pipes shall be insulated with 25 mm glass fibre up to 32 mm diameter and 40 mm above.',
      'Thermostatic mixing valves shall limit the temperature at lavatories to 43 °C.',
    ],
    execution: [
      'Test at 1,035 kPa or one and a half times the working pressure for four hours before insulation and closing.',
      'Flush, fill with 50 mg/L of free chlorine for 24 hours, flush again to less than 1 mg/L and take two samples a day apart.',
      'Slope pipes to drain valves; support copper at 1.8 m up to 25 mm and at 3 m above.',
      'Return temperature of the circulation shall be not less than 50 °C at the most distant fixture.',
    ],
  },
  {
    number: '23 31 13',
    title: 'METAL DUCTS',
    product: 'ductwork',
    installer: 'sheet metal contractor',
    references: [
      'SMACNA HVAC duct construction standards',
      'SMACNA HVAC air duct leakage test manual',
      'ASTM A653 Galvanized steel sheet',
      'NFPA 90A Air-conditioning and ventilating systems',
    ],
    includes: ['Rectangular and round supply, return and exhaust ducts, fittings, hangers, sealing and testing.'],
    submittals: ['Coordinated shop drawings at 1:50 with elevations of the bottom of duct.', 'Leakage test reports.'],
    materials: [
      'Ducts shall be of G90 galvanized steel; kitchen exhaust 1.2 mm stainless steel, welded liquid-tight; dishwasher exhaust aluminium.',
      'Elbows shall have a centre-line radius of one and a half times the width, or double-thickness turning vanes.',
      'Flexible duct shall be not longer than 1.5 m, insulated, without bends above 45 degrees.',
      'Fire and smoke dampers shall be dynamic, leakage class I, with access doors 300 mm square.',
    ],
    execution: [
      'Seal all ducts to class A; leakage class 4 for rectangular and 2 for round ducts at 750 Pa.',
      'Keep openings covered during construction; ducts found dirty shall be cleaned to NADCA ACR.',
      'Hang ducts at not more than 2.4 m, never from piping, ceilings or other ducts.',
      'Balance each outlet within 10 percent and each system within 5 percent of the design air flow.',
    ],
  },
  {
    number: '26 05 19',
    title: 'LOW-VOLTAGE CONDUCTORS AND CABLES',
    product: 'wiring',
    installer: 'electrical contractor',
    references: [
      'NFPA 70 National electrical code',
      'UL 83 Thermoplastic-insulated wires',
      'NETA ATS Acceptance testing specifications',
    ],
    includes: ['Building wires and cables rated 600 V and less, connectors, splices and terminations.'],
    submittals: ['Insulation resistance and torque records of feeders.'],
    materials: [
      'Conductors shall be copper; feeders THHN/THWN-2 stranded, branch circuits 3.3 mm² minimum, solid up to 5.3 mm².',
      'Colour: black, red, blue for 208/120 V; brown, orange, yellow for 480/277 V; neutral white or grey, ground green.',
      'Metal-clad cable may be used for final connections in ceilings, not longer than 3 m, and not in plant rooms.',
    ],
    execution: [
      'Voltage drop shall not exceed 2 percent in feeders and 3 percent in branch circuits.',
      'Provide a separate neutral for each circuit that serves receptacles or electronic lighting.',
      'Test insulation of feeders at 1,000 V d.c. for one minute; the reading shall be not less than 50 megohms.',
      'Label each conductor at both ends with panel and circuit number.',
    ],
  },
  {
    number: '26 51 00',
    title: 'INTERIOR LIGHTING',
    product: 'luminaires',
    installer: 'electrical contractor',
    references: [
      'IES LM-79 Photometric testing of solid-state lighting',
      'IES LM-80 Lumen depreciation',
      'UL 924 Emergency lighting',
      'ANSI/ASHRAE/IES 90.1 Energy standard',
    ],
    includes: ['LED luminaires, drivers, emergency lighting, exit signs and lighting controls.'],
    submittals: ['Photometric calculation of each type of room.', 'Sequence of operation of controls, room by room.'],
    materials: [
      'Luminaires shall have a colour temperature of 3,500 K, a colour rendering index of 90 or more, and lumen maintenance L90 at 50,000 hours.',
      'Drivers shall be dimmable from 100 to 1 percent, flicker below 5 percent, total harmonic distortion below 20 percent.',
      'Exit signs shall be LED, edge-lit, with green letters 150 mm high and 90 minutes of battery.',
    ],
    execution: [
      'Average illuminance shall be 400 lx on desks, 150 lx in corridors, 10 lx along the path of egress in an emergency.',
      'Set occupancy sensors to 15 minutes and calibrate daylight sensors after furniture is in place.',
      'Support recessed luminaires from the structure at two opposite corners, independent of the ceiling.',
    ],
    table: {
      title: 'Illuminance',
      head: ['Room', 'Average', 'Uniformity', 'Control'],
      rows: [
        ['Office, classroom', '400 lx', '0.6', 'occupancy, daylight'],
        ['Corridor, lobby', '150 lx', '0.4', 'time schedule'],
        ['Toilet', '200 lx', '0.4', 'occupancy'],
        ['Store', '150 lx', '0.4', 'occupancy'],
        ['Laboratory', '600 lx', '0.7', 'manual, dimmed'],
      ],
    },
  },
  {
    number: '28 46 21',
    title: 'FIRE DETECTION AND ALARM',
    product: 'fire alarm system',
    installer: 'fire alarm contractor',
    references: ['NFPA 72 National fire alarm and signaling code', 'UL 864 Control units', 'UL 268 Smoke detectors'],
    includes: ['Addressable control unit, detectors, manual stations, voice evacuation, interfaces and monitoring.'],
    submittals: [
      'Riser diagram, battery calculation and voltage drop of each notification circuit.',
      'Matrix of inputs and outputs.',
    ],
    materials: [
      'The control unit shall be addressable, with 20 percent spare capacity on each loop and batteries for 24 hours of standby and 15 minutes of alarm.',
      'Smoke detectors shall be photoelectric; multi-criteria detectors in kitchens and near toilets with showers.',
      'Speakers shall give 15 dB above the ambient level; strobes shall be synchronized and mounted 2,030 mm above the floor.',
    ],
    execution: [
      'Signalling circuits shall be class A with a physical separation of 1.2 m between outgoing and return wiring.',
      'Test every device in the presence of the authority; print the event log and hand it over with the record of completion.',
      'Elevators shall be recalled by lobby, machine space and hoistway detectors only.',
      'Speech intelligibility shall reach a common intelligibility scale of 0.70 in 90 percent of each room.',
    ],
  },
];
