/** Says below the heading that a mail is on its way, and what to do if it does not arrive. */
export function MailSent({ text, advice }: { readonly text: string; readonly advice: string }) {
  return (
    <div className="atrium-lead" role="status">
      <p>{text}</p>
      <p>{advice}</p>
    </div>
  );
}
