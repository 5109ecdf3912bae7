"""What repeating a step would do, and what an effect sends."""
