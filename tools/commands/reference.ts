import { writeReference } from '../docs/reference.ts';

await writeReference();
