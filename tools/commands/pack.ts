import path from 'node:path';
import { parseArgs } from 'node:util';
import { packPageKit } from '../packages/pack-page-kit.ts';
import { ROOT } from '../repository/repository.ts';
import { printReadableFailure } from './readable-failure.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(ROOT, '.atrium/packages') } } });
try {
  console.log(await packPageKit(values.out));
} catch (error) {
  printReadableFailure(error);
}
