import type { LanguageWords } from './language-words.ts';

export const ENGLISH: LanguageWords = {
  kinds: `
    plan plans planview section sections sect sectional elevation elevations elev elevs detail details dtl dtls det
    schedule schedules sched layout layouts diagram diagrams diag schematic schematics riser risers isometric isometrics
    isometry axonometric axonometrics axon perspective perspectives rendering renderings render view views viewport legend
    legends notes symbols abbreviations cover coversheet titlesheet index map maps masterplan siteplan floorplan
    floorplans blockplan plat survey surveys topographic topographical topography topo boundary profile profiles longsection
    longitudinal_section cross_section cross_sections arrangement arrangements ga rcp rcps reflected_ceiling framing foundation
    foundations footing footings reinforcement reinforcing rebar formwork demolition demo grading drainage_plan paving_plan
    wiring circuit circuits piping pipework ductwork planting irrigation striping alignment geometry easement exhibit
    setting_out setout setting-out layout_plan plan_and_profile p_id pid pfd flow_sheet flowsheet flowchart
    process_flow block_diagram single_line one_line line_diagram sld cause_and_effect control_panel pcb silkscreen
    pinout netlist bom bill_of_materials parts_list assembly assemblies subassembly exploded blowup breakdown overview
    drawing drawings drg dwg drgs dwgs sketch sketches concept study studies analysis calculations data specification
    specifications specs information photos photographs photo conditions matrix types typicals take-off takeoff quantities
    accessibility egress evacuation phasing staging sequence sequencing erosion_control sedimentation traffic_management
    traffic_control fabrication shop_drawing cutting_list panelization unfolding developed_surface flat_pattern
    template templates stencil dimensioned dimensioning setback coverage_plan area_plan areas_plan
    stacking massing shadow solar_study sun_study comparison axonometry mockup storyboard moodboard presentation
    bar_bending bbs rebar_schedule hardware_schedule door_schedule finish_schedule window_schedule panelboard switchboard
    panel_schedule load_schedule fixture_schedule equipment_schedule builders_work penetrations coordination signal_plan
    typical_sections standard_details general_notes drawing_list drawing_index sheet_list sheet_index
    vicinity_map location_map location_plan locator context_plan subdivision parcel platting title_survey plot_plan
    millwork casework joinery cabinetry shelving_layout kitchen_layout furniture_layout seating_layout lighting_layout
    power_layout small_power socket_layout switching truss_layout joist_layout beam_layout column_layout
    pile_layout piling steelwork connection connections splice weldment casting machining turning summary logs boring_log test_borings record_of_survey cut_sheet cutsheet signing sightlines geotechnical harness wireframe calculation estimate chart charts graph tabulation partition_types wall_types zoning_plan zoning_map zoning_analysis`,
  parts: `
    floor floors flr roof roofs rooftop basement cellar mezzanine mezz attic loft penthouse podium ground grd level levels lvl lower
    upper main first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth storey storeys story ceiling ceilings clg site
    existing proposed prop exist new typical enlarged overall general partial part reflected composite combined full
    north south east west northeast northwest southeast southwest northern southern eastern western front rear
    bottom end interior interiors exterior internal external longitudinal transverse cross horizontal vertical
    finish finishes furniture furnishing fixture fixtures code life_safety signage stair stairs staircase stairwell stairway
    stairwells steps ramp ramps lift lifts elevator elevators escalator shaft wall walls partition partitions window windows glazing curtain_wall
    storefront door doors gate gates fence fencing railing railings handrail balustrade guardrail cabinet cabinets counter countertop vanity
    wardrobe shelf shelves shelving worktop kitchen kitchens bathroom bathrooms bath toilet toilets washroom washrooms restroom restrooms wc shower
    laundry utility utilities bedroom bedrooms living dining lobby corridor hall hallway entrance entry porch canopy balcony
    balconies terrace patio deck decks veranda courtyard garage carport parking driveway garden landscape landscaping
    hardscape softscape lighting power electrical elec plumbing mechanical mech hvac ventilation exhaust air heating cooling
    chilled hot cold water domestic sanitary sewer sewage sewerage storm stormwater drainage drain drains septic gas medical compressed
    vacuum fuel fire alarm alarms sprinkler sprinklers hydrant standpipe detection suppression smoke security access cctv data telecom
    telecommunications communications low_voltage lighting_protection lightning earthing grounding cable cables tray trays containment conduit
    trunking socket sockets switch switches lights luminaires luminaire emergency generator transformer substation switchgear switchroom mcc panel
    panels distribution board meter metering solar pv photovoltaic array inverter battery charger ev structural architectural struct civil
    mep concrete steel timber wood masonry brick block blockwork precast prestressed slab slabs beam beams column columns joist joists rafter rafters purlin purlins
    truss trusses girder girders lintel lintels brace bracing pile piles pilecap caisson pier piers abutment abutments bridge bridges culvert culverts retaining
    retaining_wall bearing tunnel shear diaphragm stud studs sheathing roofing flashing gutter downpipe parapet cladding facade facades skin envelope
    insulation waterproofing membrane opening openings skylight skylights dormer chimney fireplace hearth eaves ridge soffit fascia
    bay road roads roadway street intersection junction roundabout carriageway lane lanes kerb curb curbs footpath sidewalk
    pavement paving pavers bikeway crosswalk crossing markings marking signs signal signals traffic track tracks railway rail turnout platform station
    catenary embankment earthworks earthwork excavation cut fill contour contours grade grades swale pond basin detention retention
    manhole manholes inlet catch chamber headwall outfall channel ditch weir dam spillway pump pumps pumping valve valves pipe pipes
    pipeline mains watermain force_main service services tree trees plant plants shrub lawn turf
    boundary lots easements blocks zone zones phase sector tie unit units apartment suite office
    offices equipment plant_room boiler chiller ahu ahus fcu duct ducts grille diffuser fan fans vent vents flue coil tank tanks vessel
    exchanger compressor conveyor hopper silo skid ladder catwalk crane hoist plate plates bracket brackets shafts
    housing frame frames gear gears gearbox wheel wheels flange flanges spacer spacers mount mounts mounting lid base baseplate cap bush
    bushing bearings bolt bolts nut screw washer pin pins clip clamp clamps hinge hinges handle knob lever arm rod piston cylinder
    crankshaft camshaft pulley belt chain sprocket spring gasket ring sleeve collar coupling clutch brake axle hub rim
    nozzle manifold body cover casing enclosure chassis case box tube tubes angle sheet_metal rib stiffener gusset
    anchor anchors hanger support supports stand leg legs table tables chair desk bench stool sofa bed drawer drawers bookcase cupboard island
    tv reception kiosk booth display sensor motor amplifier microcontroller controller connector connectors antenna supply regulator
    relay input output interface module breakout keypad jig mould mold punch tool blade knife robot drone wing fuselage rotor hull keel mast
    proposal option options alternative scheme typical_floor transfer sub-basement undercroft crawlspace crawl
    storage store workshop stage seating auditorium classroom gym pool locker shear_wall core cores head jamb sill threshold vertical_circulation
    control instrumentation process location locations flooring tile tiling carpet paint painting wallpaper acoustic ironmongery hardware doorway entryway vestibule foyer closet pantry study_room mudroom sunroom playground playroom court pitch sauna spa escape exit exits refuge compartmentation rating occupancy load loads wind seismic snow stress moment catchment runoff rail_alignment benchmark survey_control hydraulic pneumatic electronics usb pcba led dc ac voltage low high medium grid string roofline setback easement_area utilities_plan wastewater effluent influent clarifier digester aeration filter blower mixer screen screens intake outlet inlet_structure headworks lagoon berm liner riprap rip_rap gabion silt sediment wetland buffer stockpile laydown haul haul_road fencing_plan barrier barriers bollard bollards median shoulder superelevation vertical_alignment horizontal_alignment chainage deck_slab bearing_plate wingwall backwall parapets approach sight protection weld welds solder mask layer layers boring borings hole holes drill guide adapter adaptor insert plug standoff heatsink carriage slider extrusion gantry holder vise lamp fork rocker pedal saddle trailer hitch cart trolley cage basket bucket tongs grip latch lock hook eyebolt arduino esp fuse fuses breaker breakers contactor terminal terminals rack racks server node microgrid turbine nacelle hoop strut struts tension rope wire wires strand tendon tendons dowel dowels mesh stirrup stirrups cover_slab topping screed plinth upstand kicker haunch corbel waffle hollowcore eave gable gables hip valley overhang breezeway gazebo pergola arbor trellis shed barn stable greenhouse boathouse dock docks jetty marina pontoon fender quaywall breakwater`,
  fillers: `of and the for to with at in on by a an from as per or no nr number sheet nts see incl including below above
    between through thru over under`,
  firms: `
    architect architects architecture architectural_services engineer engineers engineering associates associate inc incorporated llc llp
    ltd limited plc pty pllc corp corporation company consultants consultant consulting consultancy partnership partners design_group
    group studio studios builders builder contractors contractor constructors construction_co surveying surveyors surveyor planners
    designers drafting design_studio design_build atelier developers holdings enterprises industries manufacturing solutions technologies
    systems_inc homes_inc services_inc collaborative workshop_architects landscape_architects interiors_ltd`,
  projects: `
    residence house home homes cottage villa dwelling dwellings school kindergarten nursery center centre building_for renovation
    renovations remodel remodeling remodelling refurbishment retrofit addition additions alteration alterations extension extensions
    conversion development redevelopment apartments condominium condominiums townhouse townhouses townhomes hospital clinic church chapel mosque temple
    council trust project estate estates university college campus library property properties city_of village_of town_of county
    township borough municipality tower towers hotel resort motel restaurant cafe warehouse factory mall supermarket shopping retail
    stadium museum theatre theater airport improvements improvement upgrade upgrades replacement rehabilitation reconstruction
    department ministry authority district bungalow duplex triplex complex headquarters highway_improvement fit-out fitout tenant_improvement`,
  stamps: `
    not_for_construction not_to_be preliminary issued_for for_construction for_approval for_information for_tender for_review for_comment for_permit for_bid
    for_pricing for_coordination for_planning as_constructed do_not_scale scale_from copyright all_rights property_of confidential proprietary registered
    professional licensed license licence expires expiration expiry hereby seal signature permission reproduction reproduced
    written_consent consent verify instruments_of_service instrument_of_service plotted printed autodesk revit autocad solidworks archicad rvt dwg_file
    bid_set permit_set construction_documents construction_document construction_set construction_issue tender_issue design_development schematic_design review_set
    progress_set progress_print draft approved approval superseded not_approved diggers call_before toll_free addendum bulletin keynote keynotes
    key_plan graphic_scale true_north project_north plan_north comments full_size half_size building_permit building_regulations planning_application planning_permission
    check_set record_drawing record_set unless_otherwise unless_noted otherwise_specified if_in_doubt all_dimensions dimensions_are
    dimensions_in contractor_shall contractor_must responsibility discrepancies educational_version student_version
    tolerances remove_all break_sharp sharp_edges deburr surface_finish next_assy used_on heat_treatment third_angle_projection first_angle_projection third_angle first_angle as-built`,
  headings: `notes note legend legends remarks key keynotes contents table_of_contents`,
  streets: '',
  roads: `st street ave avenue rd road ln lane dr drive blvd boulevard way ct court pl place hwy highway pkwy parkway cir circle row
    terrace ter trail trl square crescent cres close mews parade esplanade quay wharf turnpike pike loop`,
  roles: `
    client owner developer employer tenant contractor subcontractor applicant customer prepared_by prepared_for drawn_by drawn designed_by designed
    checked_by checked approved_by reviewed_by authorised_by authorized_by engineer_of_record architect_of_record lead_designer project_manager job_no job_number
    project_no project_number project_name project_title file_name filename revision revisions rev_no date_issued issue_date sheet_no sheet_number
    drawing_no drawing_number scale_at paper_size phone fax email website tel suite`,
};
