//! How strong players are, worked out from the results of their matches. Pure: no clock, no storage.
