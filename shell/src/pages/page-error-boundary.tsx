import { Button, PageHeading } from '@atrium/page-kit/ui';
import { Component, type ReactNode } from 'react';
import { message } from '../messages.ts';

interface Props {
  readonly children: ReactNode;
}

/** Keeps an error of one page from the rest of the site, and shows the page anew on request. */
export class PageErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="atrium-page atrium-page-form">
        <PageHeading title={message('pageFailed.title')} />
        <p role="alert">{message('pageFailed.text')}</p>
        <div>
          <Button onClick={() => this.setState({ failed: false })} tone="primary">{message('pageFailed.retry')}</Button>
        </div>
      </div>
    );
  }
}
