//! A pilot that plans with closed forms.
