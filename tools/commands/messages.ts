import { checkTexts } from '../messages/check-texts.ts';
import { reportFaults } from './report-faults.ts';

reportFaults(checkTexts(), 'The texts are correct.');
