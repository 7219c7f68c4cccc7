/** Gallery of all web/ui components in every state. Development only: /gallery. */
import type { ReactNode } from 'react';
import { ColorSchemeChoice } from '../../ui/color-scheme-choice.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ControlsSection } from './controls-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { TablesSection } from './tables-section.tsx';
import styles from './gallery-screen.module.css';

const swatches = ['page', 'card', 'line', 'control-line', 'well', 'ink', 'dim', 'accent'];
const meanings = ['good', 'low', 'out'];

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export default function GalleryScreen() {
  return (
    <div className={styles['gallery']}>
      <PageHeader
        title="Gallery"
        context="Each part in each of its states"
        actions={<ColorSchemeChoice />}
      />
      <Section title="Logo">
        <Logo />
      </Section>
      <Section title="Colours">
        <div className={styles['row']}>
          {[...swatches, ...meanings].map((name) => (
            <span key={name} className={styles['swatch']}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
      </Section>
      <Section title="Buttons and fields">
        <ControlsSection />
      </Section>
      <Section title="Figures">
        <FiguresSection />
      </Section>
      <Section title="Tables">
        <TablesSection />
      </Section>
      <Section title="Messages">
        <MessagesSection />
      </Section>
    </div>
  );
}
