import { App } from 'aws-cdk-lib';
import { operations } from '../functions/registry.ts';
import { workers } from '../functions/workers/registry.ts';
import { bundleService } from './build/build.ts';
import { addChecks } from './cloud/nag.ts';
import { addService } from './cloud/service.ts';
import { guardAccount, settingsOf } from './cloud/settings.ts';
import { fileOf } from './stages/index.ts';

const app = new App();
const settings = settingsOf(app, fileOf);
guardAccount(settings, process.env.CDK_DEFAULT_ACCOUNT);
const bundles = await bundleService({ operations, workers });
addService(app, { settings, operations, workers, bundles });
addChecks(app);
app.synth();
