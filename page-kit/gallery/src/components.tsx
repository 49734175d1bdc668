import { Combobox, Tabs } from '@atrium/page-kit/primitives';
import { Alert, Avatar, Button, Card, LinkButton, PasswordField, Skeleton, TextField } from '@atrium/page-kit/ui';
import { type ComponentProps, useState } from 'react';
import classes from './gallery.module.css';

/** The texts of the samples in one language. */
interface SampleTexts {
  readonly short: string;
  readonly long: string;
  readonly name: string;
  readonly error: string;
  readonly hint: string;
}

const ENGLISH: SampleTexts = {
  short: 'Save changes',
  long: 'Move the launch from Monday to Tuesday, because the press is away and the printers hold the date until the end of the week',
  name: 'Maya Okonkwo',
  error: 'Enter an email address, such as maya@example.com.',
  hint: 'Shown on your boards and notes.',
};

const ARABIC: SampleTexts = {
  short: 'حفظ التغييرات',
  long: 'انقل موعد الإطلاق من يوم الإثنين إلى يوم الثلاثاء لأن معظم الصحفيين غائبون، وستحتفظ المطبعة بالموعد حتى نهاية الأسبوع',
  name: 'ليلى حداد',
  error: 'أدخل بريدًا إلكترونيًا مثل maya@example.com.',
  hint: 'يظهر في لوحاتك وملاحظاتك.',
};

const CHOICES = [
  ['Off', {}],
  ['On', { defaultChecked: true }],
  ['Off, unavailable', { disabled: true }],
  ['On, unavailable', { defaultChecked: true, disabled: true }],
] as const;

function Choice({ label, ...input }: ComponentProps<'input'> & { readonly label: string }) {
  return <label className="atrium-row"><input {...input} type="checkbox" /> {label}</label>;
}

/** Every component of `@atrium/page-kit/ui`, and the primitives that are no popups, in all their states. */
export function Components({ isArabic = false }: { readonly isArabic?: boolean }) {
  const { short, long, name, error, hint } = isArabic ? ARABIC : ENGLISH;
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [option, setOption] = useState<'one' | 'two' | null>('one');
  const options = [{ value: 'one', label: short }, { value: 'two', label: long }] as const;
  const states = [['Normal', {}], ['Busy', { busy: true }], ['Unavailable', { unavailable: true }]] as const;
  return (
    <div className={classes['components']}>
      <h3>Button</h3>
      {(['primary', 'quiet', 'danger'] as const).map((tone) => (
        <div className="atrium-row" key={tone}>
          {states.map(([state, props]) => (
            <Button {...props} key={state} title={`${tone}, ${state}`} tone={tone}>
              {short}
            </Button>
          ))}
        </div>
      ))}
      <div className="atrium-row">
        <Button className="atrium-button-small">{short}</Button>
        <Button className="atrium-button-small">{long}</Button>
      </div>
      <Button className="atrium-button-wide" tone="primary">{long}</Button>
      <h3>LinkButton</h3>
      <div className="atrium-row">
        <LinkButton to="/">{short}</LinkButton>
        <LinkButton to="/" tone="quiet">{short}</LinkButton>
      </div>
      <h3>TextField and PasswordField</h3>
      <TextField hint={hint} label={short} />
      <TextField defaultValue={long} label={short} />
      <TextField defaultValue="maya@" error={error} hint={hint} label={short} />
      <TextField defaultValue={name} label={short} readOnly />
      <TextField defaultValue={name} disabled label={short} />
      <TextField label={long} placeholder={short} />
      <PasswordField autoComplete="current-password" defaultValue="correct horse" label={short} />
      <PasswordField autoComplete="new-password" error={error} label={short} />
      <h3>Check boxes and switches</h3>
      <div className="atrium-row">
        {[...CHOICES, ['Off, invalid', { 'aria-invalid': true }] as const, ['On, invalid', { 'aria-invalid': true, defaultChecked: true }] as const].map(([state, props]) => (
          <Choice {...props} className="atrium-checkbox" key={state} label={short} title={state} />
        ))}
      </div>
      <div className="atrium-row">
        {CHOICES.map(([state, props]) => <Choice {...props} className="atrium-switch" key={state} label={short} role="switch" title={state} />)}
      </div>
      <h3>Combobox</h3>
      <Combobox hint={hint} label={short} onChange={setOption} options={options} value={option} />
      <Combobox error={error} label={short} onChange={setOption} options={options} placeholder={long} required value={null} />
      <h3>Alert</h3>
      {(['error', 'success', 'info'] as const).map((tone) => (
        <Alert key={tone} tone={tone}>
          <h2>{short}</h2>
          <p>{long}</p>
          <ul>
            <li>
              <a href="#top">{short}</a>
            </li>
          </ul>
        </Alert>
      ))}
      <h3>Card</h3>
      <Card>
        <h2>{short}</h2>
        <p>{long}</p>
        <dl className="atrium-facts">
          <dt>{short}</dt>
          <dd>{long}</dd>
        </dl>
        <p className="atrium-muted atrium-small">{hint}</p>
      </Card>
      <h3>Avatar</h3>
      <div className="atrium-row">
        {(['small', 'medium', 'large'] as const).map((size) => <Avatar id={size} key={size} name={name} size={size} />)}
        {['a', 'b', 'c', 'd', 'e'].map((id) => <Avatar id={id} key={id} name={name} />)}
        <Avatar id="picture" name={name} picture="/icon-192.png" />
        {name}
      </div>
      <h3>Tabs</h3>
      <Tabs
        label={short}
        onChange={setTab}
        tabs={[{ value: 'one', label: short, panel: <p>{long}</p> }, { value: 'two', label: name, panel: <p>{hint}</p> }]}
        value={tab}
      />
      <h3>Skeleton</h3>
      <Skeleton lines={3} />
    </div>
  );
}
