import { App, Tags } from 'aws-cdk-lib';
import { operations } from '../functions/registry.ts';
import { workers } from '../functions/workers/registry.ts';
import { bundleService } from './build.ts';
import { addChecks } from './cloud/nag.ts';
import { addService } from './cloud/service.ts';
import { settingsOf } from './cloud/settings.ts';

const app = new App();
const settings = settingsOf(app);
addService(app, { settings, operations, workers, bundles: await bundleService({ operations, workers }) });
Tags.of(app).add('service', 'construction-documents');
Tags.of(app).add('stage', settings.stage);
addChecks(app);
app.synth();
