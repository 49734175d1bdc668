import { useRef, useState } from 'react';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { FAULT, failureText } from '../failure/failure-text.ts';
import { type FormDraft, keptForm } from './form-drafts.ts';
import { useCountdown } from './use-countdown.ts';

interface Field<Name extends string> {
  /** The `name` of its input. */
  readonly name: Name;
  /** What is wrong with a value, or null. */
  readonly check: (value: string) => string | null;
  /** Whether what is typed is kept for the tab, where the form keeps it. Never for a password, a code or another secret. */
  readonly isKept?: boolean;
}

type Errors<Name extends string> = ReadonlyMap<Name, string>;

export interface FormOptions<Name extends string> {
  /** Of no other form of the account: a pause that the service asks for, and what was typed, are kept by it. */
  readonly name: string;
  /** In the order on screen. */
  readonly fields: readonly Field<Name>[];
  /** Runs the action with what was typed. What it is rejected with becomes the form's failure, or the error of a field. */
  readonly send: (read: (name: Name) => string) => Promise<void>;
  /** Error codes that are about one field, and are shown there. */
  readonly fieldOfCode?: { readonly [code: string]: Name };
  /** Whether what is typed would be missed, and is kept; false for what a person knows by heart, such as a log-in. */
  readonly keepsTyping?: boolean;
  /** The text of a failure, where the form knows more about it than {@link failureText}. */
  readonly explain?: (failure: ActionFailure) => string;
}

export interface FormState<Name extends string> {
  /** What was typed before the person left the page, or loaded it again. */
  readonly draft: FormDraft | null;
  /** What is wrong: what the last submit found, as far as it was not mended since. */
  readonly errors: Errors<Name>;
  /** What the last submit found. */
  readonly found: Errors<Name>;
  /** How the last submit failed; null again with the next one. */
  readonly failure: ActionFailure | null;
  /** The text of {@link failure}. */
  readonly explain: (failure: ActionFailure) => string;
  readonly busy: boolean;
  /** Seconds until the service accepts another try, where it said so. */
  readonly secondsLeft: number;
  readonly submit: (data: FormData) => void;
  /**
   * Takes in that a field has changed: its error goes once the value is right. What a person has typed is unsaved until it
   * is sent, or the form goes; what the form keeps is back with it.
   */
  readonly noteInput: (changed: string, data: FormData, isTyped: boolean) => void;
}

/**
 * A form whose fields keep their own values: checks them, runs the action, and says what went wrong. Nothing that was
 * typed is ever taken away, also not by going to another page or by a reload. Shown by `Form`.
 */
export function useForm<Name extends string>({
  name,
  fields,
  send,
  fieldOfCode = {},
  keepsTyping = true,
  explain = failureText,
}: FormOptions<Name>): FormState<Name> {
  const [[errors, found], setErrors] = useState<readonly [errors: Errors<Name>, found: Errors<Name>]>([new Map(), new Map()]);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown(name);
  const [kept] = useState(() => (keepsTyping ? keptForm(auth.getAuth().user?.id, name) : null));
  const draft = kept?.draft ?? null;
  const [unsaved, setUnsaved] = useState(draft !== null);
  const typedSinceSubmit = useRef(false);
  // Not the state: what fills fields in can fire several events before React draws.
  const isRunning = useRef(false);
  useUnsavedChanges(keepsTyping && unsaved);

  function findWrong(data: FormData): Errors<Name> {
    const wrong = new Map<Name, string>();
    for (const { name, check } of fields) {
      const error = check(textOf(data.get(name)));
      if (error !== null) wrong.set(name, error);
    }
    return wrong;
  }

  async function run(data: FormData): Promise<void> {
    const read = (name: Name) => textOf(data.get(name));
    const wrong = findWrong(data);
    setErrors([wrong, wrong]);
    setFailure(null);
    if (wrong.size > 0) return;
    isRunning.current = true;
    setBusy(true);
    typedSinceSubmit.current = false;
    try {
      await send(read);
      setUnsaved(typedSinceSubmit.current);
      if (!typedSinceSubmit.current) kept?.keep(null);
    } catch (error) {
      const problem = readActionFailure(error);
      show(problem ?? FAULT);
      if (!problem) reportError(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  function keep(data: FormData): void {
    const typed = fields.flatMap(({ name, isKept }) => (isKept ? [[name, textOf(data.get(name))] as const] : []));
    kept?.keep(typed.some(([, value]) => value !== '') ? new Map(typed) : null);
  }

  function show(problem: ActionFailure): void {
    const field = fieldOfCode[problem.code];
    if (field === undefined) setFailure(problem);
    else {
      const wrong = new Map([[field, explain(problem)]]);
      setErrors([wrong, wrong]);
    }
    if (problem.retryAfterSeconds !== null) startCountdown(problem.retryAfterSeconds);
  }

  return {
    draft,
    errors,
    found,
    failure,
    explain,
    busy,
    secondsLeft,
    submit(data) {
      if (!isRunning.current) void run(data);
    },
    noteInput(changed, data, isTyped) {
      if (isTyped) {
        typedSinceSubmit.current = true;
        setUnsaved(true);
        keep(data);
      }
      if (errors.size > 0) {
        const wrong = findWrong(data);
        setErrors([new Map([...errors].filter(([name]) => name !== changed || wrong.has(name))), found]);
      }
    },
  };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry : '';
}
