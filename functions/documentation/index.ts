import * as exportDocumentation from './export-documentation.ts';
import * as exportDocumentationYaml from './export-documentation-yaml.ts';
import * as getAgent from './get-agent.ts';
import * as listAgents from './list-agents.ts';

/** In the order of the reference pages. */
export const operations = [exportDocumentation, exportDocumentationYaml, listAgents, getAgent];
