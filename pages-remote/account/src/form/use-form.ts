import { useRef, useState } from 'react';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { type ActionFailure, failureOf, failureText } from '../failure/action-failure.ts';
import { isConfirmed } from './confirm-identity.ts';
import { type FormDraft, openFormDraft } from './form-drafts.ts';
import { useCountdown } from './use-countdown.ts';

interface Field<Name extends string> {
  /** The `name` of its input. */
  readonly name: Name;
  /** Returns what is wrong with a value, or null. */
  readonly check: (value: string) => string | null;
  /** Whether the form's draft includes this field. Never set it for a password, a code or another secret. */
  readonly inDraft?: boolean;
}

type Errors<Name extends string> = ReadonlyMap<Name, string>;

interface FormOptions<Name extends string> {
  /** Unique among the forms of the account: the draft and the pause that the service asks for are stored under it. */
  readonly name: string;
  /** In the order on screen. */
  readonly fields: readonly Field<Name>[];
  /** Runs the action with the typed values. A rejection becomes the form's failure, or the error of a field. */
  readonly send: (read: (name: Name) => string) => Promise<void>;
  /** Error codes to show at a field. */
  readonly fieldOfCode?: { readonly [code: string]: Name };
  /** Whether typed text counts as unsaved and is stored as a draft; false when users know it by heart, such as for a log-in. */
  readonly hasDraft?: boolean;
  /** Whether the form's action is dangerous: a user whose log-in is not recent must confirm their identity first. */
  readonly isDangerous?: boolean;
  /** The text of a failure, for a form that can be more specific than {@link failureText}. */
  readonly explain?: (failure: ActionFailure) => string;
}

export interface FormState<Name extends string> {
  /** What was typed before the user left the page or reloaded it. */
  readonly draft: FormDraft | null;
  /** The errors of {@link submitErrors} that are not fixed yet. */
  readonly errors: Errors<Name>;
  /** The errors that the last submit found. */
  readonly submitErrors: Errors<Name>;
  /** Why the last submit failed; null from the next submit on. */
  readonly failure: ActionFailure | null;
  /** Why the submit before the running one failed. Its text keeps its space, so that the second click of a double click hits the same button. */
  readonly earlierFailure: ActionFailure | null;
  /** The text of {@link failure}. */
  readonly explain: (failure: ActionFailure) => string;
  readonly busy: boolean;
  /** Seconds until the service accepts another try. */
  readonly secondsLeft: number;
  readonly submit: (data: FormData) => void;
  /** Remembers the values of the fields before the user changed any. */
  readonly onMount: (data: FormData) => void;
  /** Handles a changed field: removes its error once the value is valid, and stores typed text as a draft. */
  readonly onInput: (changed: string, data: FormData, isTyped: boolean) => void;
}

/**
 * The state of a form with uncontrolled fields: checks them, runs the action, and reports what went wrong. It never
 * discards typed text, not even when the user leaves the page or reloads it. Render it with `Form`.
 */
export function useForm<Name extends string>({
  name,
  fields,
  send,
  fieldOfCode = {},
  hasDraft = true,
  isDangerous = false,
  explain = failureText,
}: FormOptions<Name>): FormState<Name> {
  const [[errors, submitErrors], setErrors] = useState<readonly [errors: Errors<Name>, submitErrors: Errors<Name>]>([new Map(), new Map()]);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown(name);
  const [stored] = useState(() => (hasDraft ? openFormDraft(auth.getAuth().user?.id, name) : null));
  const draft = stored?.draft ?? null;
  const [unsaved, setUnsaved] = useState(draft !== null);
  const typedSinceSubmit = useRef(false);
  const saved = useRef<FormData | null>(null);
  // Not state: a password manager can submit twice before React renders.
  const isRunning = useRef(false);
  useUnsavedChanges(hasDraft && unsaved);

  function findErrors(data: FormData): Errors<Name> {
    const found = new Map<Name, string>();
    for (const { name, check } of fields) {
      const error = check(textOf(data.get(name)));
      if (error !== null) found.set(name, error);
    }
    return found;
  }

  async function run(data: FormData): Promise<void> {
    const read = (name: Name) => textOf(data.get(name));
    const found = findErrors(data);
    setErrors([found, found]);
    if (found.size > 0) {
      setFailure(null);
      return;
    }
    isRunning.current = true;
    setBusy(true);
    typedSinceSubmit.current = false;
    try {
      const isCancelled = isDangerous && !(await isConfirmed());
      if (!isCancelled) await send(read);
      setFailure(null);
      if (isCancelled) return;
      saved.current = data;
      setUnsaved(typedSinceSubmit.current);
      if (!typedSinceSubmit.current) stored?.store(null);
    } catch (error) {
      showFailure(failureOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  /** Notices what was typed. Text that is typed and deleted again is neither unsaved nor a draft. */
  function keep(data: FormData): void {
    const isChanged = (name: Name) => textOf(data.get(name)) !== textOf(saved.current?.get(name) ?? null);
    setUnsaved(fields.some(({ name }) => isChanged(name)));
    const drafted = fields.flatMap(({ name, inDraft }) => (inDraft ? [name] : []));
    stored?.store(drafted.some(isChanged) ? new Map(drafted.map((name) => [name, textOf(data.get(name))])) : null);
  }

  function showFailure(reason: ActionFailure): void {
    const field = fieldOfCode[reason.code];
    setFailure(field === undefined ? reason : null);
    if (field !== undefined) {
      const found = new Map([[field, explain(reason)]]);
      setErrors([found, found]);
    }
    if (reason.retryAfterSeconds !== null) startCountdown(reason.retryAfterSeconds);
  }

  return {
    draft,
    errors,
    submitErrors,
    failure: busy ? null : failure,
    earlierFailure: busy ? failure : null,
    explain,
    busy,
    secondsLeft,
    submit(data) {
      if (!isRunning.current) void run(data);
    },
    onMount(data) {
      // React can mount a form twice; by then, it can contain the draft.
      saved.current ??= data;
    },
    onInput(changed, data, isTyped) {
      if (isTyped) {
        typedSinceSubmit.current = true;
        keep(data);
      }
      if (errors.size > 0) {
        const found = findErrors(data);
        setErrors([new Map([...errors].filter(([name]) => name !== changed || found.has(name))), submitErrors]);
      }
    },
  };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry : '';
}
