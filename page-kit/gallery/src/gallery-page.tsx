import { Button, PageBar, PageHeading } from '@atrium/page-kit/ui';
import type { ReactNode } from 'react';
import { Components } from './components.tsx';
import classes from './gallery.module.css';
import { Popups } from './popups.tsx';
import { Tokens } from './tokens.tsx';

/** `/gallery`: every token and every component of the kit, in each theme and text direction. */
export default function GalleryPage() {
  return (
    <>
      <PageBar
        control={<Button className="atrium-button-small">Control</Button>}
        mark={<span aria-hidden="true" className={classes['mark']} />}
        parent={{ label: 'Home', to: '/' }}
        title="Gallery"
      >
        <Button className="atrium-button-small">Share</Button>
      </PageBar>
      <div className={`atrium-page ${classes['page']}`}>
        <PageHeading title="Gallery" />
        <p className="atrium-lead">Every design token and component of the kit. Popups are drawn in the theme and the direction of the page.</p>
        <Popups />
        <div className={classes['panels']}>
          <Panel title="Light" className="light"><Tokens /></Panel>
          <Panel title="Dark" className="dark"><Tokens /></Panel>
        </div>
        <div className={classes['panels']}>
          <Panel title="Components, light" className="light"><Components /></Panel>
          <Panel title="Components, dark" className="dark"><Components /></Panel>
          <Panel title="Components, right to left" className="light" isArabic><Components isArabic /></Panel>
        </div>
      </div>
    </>
  );
}

interface PanelProps {
  readonly title: string;
  readonly className: 'light' | 'dark';
  readonly isArabic?: boolean;
  readonly children: ReactNode;
}

function Panel({ title, className, isArabic = false, children }: PanelProps) {
  return (
    <section className={`${classes['panel']} ${classes[className]}`}>
      <h2>{title}</h2>
      <div {...(isArabic && { dir: 'rtl', lang: 'ar' })}>{children}</div>
    </section>
  );
}
