import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle } from '../../infra/build/build.ts';
import { digestOf } from '../../infra/build/cache.ts';
import { root } from '../../infra/build/root.ts';
import { type Finding, type Reason, type Stage, units } from './registered.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}
/** One synthesized stack. */
export interface Stack {
  name: string;
  resources: Readonly<Record<string, Resource>>;
}
/** The output of one synthesis. */
export interface Assembly {
  stacks: readonly Stack[];
  /** The findings that the rule packs report. */
  findings: readonly Finding[];
  /** The findings without any suppression. */
  everything: readonly Finding[];
  /** The reasons given to suppress findings. */
  reasons: readonly Reason[];
}

interface Report {
  pluginReports: { violations: { ruleName: string; violatingConstructs: { constructPath: string }[] }[] }[];
}

/** What the packs and CloudFormation's validation found in a synthesized folder. */
export const findingsIn = (folder: string): Finding[] => {
  const report = JSON.parse(readFileSync(join(folder, 'validation-report.json'), 'utf8')) as Report;
  return report.pluginReports
    .flatMap(({ violations }) => violations)
    .flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({ rule: ruleName, where: constructPath })),
    );
};

/** The stacks of a synthesized folder. */
const stacksIn = (folder: string): Stack[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => {
      const { Resources } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { Resources: Stack['resources'] };
      return { name: name.replace('.template.json', ''), resources: Resources };
    });

const kept = join(root, 'dist/test-infra');
const startMs = 300_000;

/** Synthesizes once per state of the sources, however many test files ask at the same time. */
const folderOfThisState = async (): Promise<string> => {
  const folder = join(kept, digestOf(root, units, readFileSync(join(root, 'cdk.json'), 'utf8')).slice(0, 16));
  const lock = `${folder}.lock`;
  const done = join(folder, 'done');
  const deadline = Date.now() + startMs;
  mkdirSync(kept, { recursive: true });
  while (!existsSync(done)) {
    try {
      mkdirSync(lock);
    } catch {
      // Another test file is synthesizing; a lock of a dead process is older than any synthesis takes.
      if (Date.now() > deadline) throw new Error('Another process did not finish the synthesis');
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > startMs)
        rmSync(lock, { recursive: true, force: true });
      await sleep(100);
      continue;
    }
    try {
      if (existsSync(done)) break;
      for (const name of readdirSync(kept)) if (!name.endsWith('.lock')) rmSync(join(kept, name), { recursive: true });
      mkdirSync(folder);
      // Loads CDK only in the one process that needs it.
      const { synthesize } = await import('./synthesize.ts');
      await synthesize(folder);
      writeFileSync(done, '');
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return folder;
};

let folder: Promise<string> | undefined;
const synthesized = (): Promise<string> => {
  folder ??= folderOfThisState();
  return folder;
};

/** The output folder of a stage. */
export const folderOf = async (stage: Stage): Promise<string> => join(await synthesized(), stage);

/** The synthesized stacks and findings of a stage. */
export const assemblyOf = async (stage: Stage): Promise<Assembly> => {
  const where = await folderOf(stage);
  const { everything, reasons } = JSON.parse(readFileSync(join(where, 'reasons.json'), 'utf8')) as Pick<
    Assembly,
    'everything' | 'reasons'
  >;
  return { stacks: stacksIn(where), findings: findingsIn(where), everything, reasons };
};

/** The bundles of every function. */
export const bundlesOfAll = async (): Promise<readonly Bundle[]> =>
  JSON.parse(readFileSync(join(await synthesized(), 'bundles.json'), 'utf8')) as Bundle[];

/** The resources of one type in all stacks, by stack and logical id. */
export const ofType = (stacks: readonly Stack[], type: string): (Resource & { id: string; stack: string })[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ ...resource, id, stack: stack.name })),
  );
