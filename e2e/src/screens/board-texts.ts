import type { Language } from './site-texts.ts';

/** The content of the boards in pictures. */
interface BoardTexts {
  /** The names of the member and of another member. */
  readonly names: readonly [string, string];
  readonly board: string;
  readonly otherBoard: string;
  readonly sharedBoard: string;
  /** Further boards of the other member, each with a note. */
  readonly furtherBoards: readonly (readonly [name: string, note: string])[];
  /** Titles and texts, from top to bottom. */
  readonly notes: readonly (readonly [title: string, body: string])[];
  /** Finds boards, notes and commands. */
  readonly search: string;
}

/** In the language of the member. */
export const BOARD_TEXTS: Readonly<Record<Language, BoardTexts>> = {
  en: {
    names: ['Lin Turner', 'Sam Okafor'],
    board: 'Garden party',
    otherBoard: 'Books to read',
    sharedBoard: 'Summer house',
    furtherBoards: [
      ['Choir', 'Who turns the pages in June?'],
      ['Recipes', 'Plum cake without yeast'],
      ['Winter holiday', 'Book the hut by Friday: it has eight beds, and two of us snore'],
    ],
    notes: [
      ['Music', 'Sam brings the loudspeaker; everybody brings one song.'],
      ['If it rains', 'The neighbours lend us their barn for the party. Call them the evening before.'],
      ['Cake', 'Two of apple, one of plum.\n- [x] Apples\n- [ ] Plums\n- [ ] Ask Sam for the big tin'],
      ['Invite the neighbours', 'All of number 12 to 18.'],
    ],
    search: 'pa',
  },
  de: {
    names: ['Lin Bergmann', 'Sam Petersen'],
    board: 'Nachbarschaftsgartenfest',
    otherBoard: 'Bücher',
    sharedBoard: 'Sommerhaus',
    furtherBoards: [
      ['Chor', 'Wer blättert im Juni die Noten um?'],
      ['Rezepte', 'Pflaumenkuchen ohne Hefe'],
      ['Winterurlaub', 'Bis Freitag die Hütte buchen: acht Betten, und zwei von uns schnarchen'],
    ],
    notes: [
      ['Musik', 'Sam bringt den Lautsprecher mit, alle anderen je ein Lied.'],
      ['Falls es regnet', 'Die Nachbarn leihen uns ihre Scheune. Am Abend vorher anrufen.'],
      ['Kuchen', 'Zweimal Apfel, einmal Pflaume.\n- [x] Äpfel\n- [ ] Pflaumen\n- [ ] Sam nach der großen Form fragen'],
      ['Hausgemeinschaften einladen', 'Nummer 12 bis 18.'],
    ],
    search: 'na',
  },
  ar: {
    names: ['لين حداد', 'سامي عيسى'],
    board: 'حفلة الحديقة',
    otherBoard: 'كتب للقراءة',
    sharedBoard: 'بيت الصيف',
    furtherBoards: [
      ['الجوقة', 'من يقلّب صفحات النوتة في يونيو؟'],
      ['الوصفات', 'كعكة البرقوق بلا خميرة'],
      ['عطلة الشتاء', 'حجز الكوخ قبل يوم الجمعة: فيه ثمانية أسرّة، واثنان منّا يشخران'],
    ],
    notes: [
      ['الموسيقى', 'سامي يحضر مكبر الصوت، وكل واحد يحضر أغنية.'],
      ['إذا هطل المطر', 'يعيرنا الجيران حظيرتهم. نتصل بهم في المساء السابق.'],
      ['الكعك', 'اثنتان بالتفاح وواحدة بالبرقوق.\n- [x] تفاح\n- [ ] برقوق\n- [ ] نسأل سامي عن القالب الكبير'],
      ['دعوة الجيران', 'كل البيوت من ⁨12⁩ إلى ⁨18⁩.'],
    ],
    search: 'ال',
  },
};
