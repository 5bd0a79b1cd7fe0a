import { App } from 'aws-cdk-lib';
import { operations } from '../functions/registry.ts';
import { workers } from '../functions/workers/registry.ts';
import { bundleService } from './build/build.ts';
import { addChecks } from './cloud/nag.ts';
import { addService } from './cloud/service.ts';
import { settingsOf } from './cloud/settings.ts';

const app = new App();
const bundles = await bundleService({ operations, workers });
addService(app, { settings: settingsOf(app), operations, workers, bundles });
addChecks(app);
app.synth();
