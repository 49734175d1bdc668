import path from 'node:path';
import { parseArgs } from 'node:util';
import { packCreatePageModule } from '../packages/pack-create-page-module.ts';
import { packPageKit } from '../packages/pack-page-kit.ts';
import { ROOT } from '../repository/repository.ts';
import { printReadableFailure } from './readable-failure.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(ROOT, '.atrium/packages') } } });
try {
  const kit = await packPageKit(values.out);
  console.log(kit);
  console.log(await packCreatePageModule(kit, values.out));
} catch (error) {
  printReadableFailure(error);
}
