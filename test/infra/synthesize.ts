import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import type { NagPack } from 'cdk-nag';
import { type Bundle, bundleService } from '../../infra/build/build.ts';
import { root } from '../../infra/build/root.ts';
import { addChecks, rulePacks } from '../../infra/cloud/nag.ts';
import { addService } from '../../infra/cloud/service.ts';
import type { Settings } from '../../infra/cloud/settings.ts';
import { type Finding, type Reason, registered, settled, stages } from './registered.ts';

/** The context of cdk.json, so that tests see what `cdk synth` builds. */
const context = (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> })
  .context;

/** An app for tests; assets are not copied. */
export const testApp = (outdir: string): App =>
  new App({ outdir, postCliContext: { ...context, 'aws:cdk:disable-asset-staging': true } });

/** The whole service in an app, not synthesized. */
export const serviceApp = (settings: Settings, bundles: readonly Bundle[], outdir: string): App => {
  const app = testApp(outdir);
  addService(app, { settings, ...registered, bundles });
  addChecks(app);
  return app;
};

/** What a rule pack finds in an app without any suppression. */
const everyFinding = (pack: NagPack, app: App): Finding[] => {
  Reflect.set(pack, 'isAcknowledged', () => false);
  return pack
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath = '' }) => ({ rule: ruleName, where: constructPath })),
    );
};

/** Every reason given in an app to suppress a finding. */
const everyReason = (app: App): Reason[] =>
  app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.entries(data as Record<string, string>).map(([rule, reason]) => ({
          rule: rule.replace(/^annotation::/i, ''),
          where: node.path,
          reason,
        })),
      ),
  );

/** Bundles every function and synthesizes every stage into folders below the given one. */
export const synthesize = async (folder: string): Promise<void> => {
  const bundles = await bundleService(registered);
  writeFileSync(join(folder, 'bundles.json'), JSON.stringify(bundles));
  for (const stage of stages) {
    const app = serviceApp(settled[stage], bundles, join(folder, stage));
    try {
      app.synth();
    } catch (error) {
      // Findings make the synthesis fail after it wrote its report, which a test reads.
      if (!existsSync(join(folder, stage, 'validation-report.json'))) throw error;
    }
    const everything = rulePacks(app).flatMap((pack) => everyFinding(pack, app));
    writeFileSync(join(folder, stage, 'reasons.json'), JSON.stringify({ everything, reasons: everyReason(app) }));
  }
};
