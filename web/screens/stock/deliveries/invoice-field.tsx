import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useId } from 'react';
import { deliveryMessages } from '../../../../rules/stock/deliveries.ts';
import { ImageGroup, type ImagePick, PickButton } from '../../../components/picked-image.tsx';
import styles from './invoice.module.css';

interface InvoiceFieldProps {
  readonly photo: ImagePick;
  /** Of a photo that is sent with its delivery. */
  readonly isOptional?: boolean;
}

/** Photo of an invoice, to be sent. */
export function InvoiceField({ photo, isOptional = false }: InvoiceFieldProps) {
  const id = useId();
  const { picked, problem } = photo;
  return (
    <ImageGroup
      image={photo}
      legend={<>Photo of the invoice{isOptional && <span className="dim"> (optional)</span>}</>}
    >
      <div className={styles['parts']}>
        {picked && (
          <img
            className={styles['preview']}
            src={picked.address}
            alt={`Preview of ${picked.fileName}`}
          />
        )}
        <div className="flex wrap gap-8">
          <PickButton
            image={photo}
            size="compact-md"
            leftSection={<IconCamera size={16} stroke={1.6} aria-hidden="true" />}
            aria-describedby={`${id}-words`}
          >
            {picked ? 'Choose another' : 'Choose photo'}
          </PickButton>
          {picked && (
            <Button size="compact-md" variant="subtle" onClick={photo.drop}>
              Without photo
            </Button>
          )}
        </div>
        <div id={`${id}-words`} className={styles['words']}>
          {problem !== null && (
            <p role="alert" className="out">
              {problem}
            </p>
          )}
          {isOptional && <p className="dim">{deliveryMessages.invoiceHint}</p>}
        </div>
      </div>
    </ImageGroup>
  );
}
